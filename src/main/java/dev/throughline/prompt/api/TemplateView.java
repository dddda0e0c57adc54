package dev.throughline.prompt.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.prompt.NamedTemplate;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A template that can be asked for by name.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Template", description = "A template that can be asked for by name.")
record TemplateView(
        @Schema(required = true, examples = "glm-4.7") String name,

        @Schema(
                required = true,
                description =
                        "own: written for this service after the published one; configured: a file of the settings.",
                enumeration = {"own", "configured"})
        String source,

        @Schema(required = true, description = "The names that it reads from the context.")
        List<String> options,

        @Schema(required = true) PromptView.FingerprintsView fingerprints,

        @Schema(description = "Its text, where one template was asked for.") @Nullable
        String text) {

    static TemplateView listed(NamedTemplate template) {
        return of(template, null);
    }

    static TemplateView whole(NamedTemplate template) {
        return of(template, template.template().source());
    }

    private static TemplateView of(NamedTemplate template, @Nullable String text) {
        return new TemplateView(
                template.name(),
                template.isOwn() ? "own" : "configured",
                List.copyOf(template.template().options()),
                PromptView.FingerprintsView.of(template.fingerprints()),
                text);
    }
}
