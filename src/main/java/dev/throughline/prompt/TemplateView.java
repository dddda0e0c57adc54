package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.render.PrefixCause;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.TemplateBoundary;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A named template.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Template", description = "A template that is available by name.")
record TemplateView(
        @Schema(required = true, examples = "glm-4.7") String name,

        @Schema(
                required = true,
                description = "own: written for this service after the published one; configured: a"
                        + " file named in the settings.",
                enumeration = {"own", "configured"})
        String source,

        @Schema(required = true, description = "The names that it reads from the context.")
        List<String> options,

        @Schema(required = true) PromptView.FingerprintsView fingerprints,

        @Schema(description = "What it does to the prompt between consecutive requests; if one template was requested.")
        @Nullable
        List<BoundaryView> boundaries,

        @Schema(description = "Its text, if one template was requested.") @Nullable
        String text) {
    /// The template's output at one kind of boundary.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "BoundaryTrial", description = "What a template does at one kind of boundary.")
    record BoundaryView(
            @Schema(required = true) TemplateBoundary boundary,

            @Schema(description = "The option that was tried; absent for the defaults.") @Nullable
            String option,

            @Schema(description = "Whether the prompt continues the previous one; absent if the template fails.")
            @Nullable
            Boolean stable,

            @Schema(description = "Why it does not.") @Nullable
            PrefixCause cause) {
        static BoundaryView of(TemplateBoundary.Trial trial) {
            return new BoundaryView(
                    trial.boundary(),
                    trial.option().isEmpty() ? null : trial.option(),
                    trial.comparison().map(PrefixComparison::isStable).orElse(null),
                    trial.comparison()
                            .flatMap(PrefixComparison::divergence)
                            .map(PrefixComparison.Divergence::cause)
                            .orElse(null));
        }
    }

    static TemplateView listed(NamedTemplate template) {
        return of(template, null, null);
    }

    static TemplateView whole(NamedTemplate template) {
        return of(
                template,
                TemplateBoundary.tryAll(template.template()).stream()
                        .map(BoundaryView::of)
                        .toList(),
                template.template().source());
    }

    private static TemplateView of(
            NamedTemplate template, @Nullable List<BoundaryView> boundaries, @Nullable String text) {
        return new TemplateView(
                template.name(),
                template.isOwn() ? "own" : "configured",
                List.copyOf(template.template().options()),
                PromptView.FingerprintsView.of(template.fingerprints()),
                boundaries,
                text);
    }
}
