package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RunSettings;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The client under test as declared by the opener of a run.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The client under test, as declared by the opener of the run.")
public record ReportedClient(
        String name,
        String version,

        @Schema(description = "Variant of the recipe, if any.") @Nullable
        String variant,

        @Schema(description = "The packages that it loaded, as resolved; absent if none is known.") @Nullable
        List<String> packages,

        @Schema(
                description = "The protocol that it was configured with.",
                enumeration = {"openai-chat", "anthropic", "responses"})
        @Nullable
        String dialect,

        @Schema(description = "The model id that it was configured with.") @Nullable
        String model) {
    public static ReportedClient of(RunSettings.Client client) {
        return new ReportedClient(
                client.name(),
                client.version(),
                client.variant().orElse(null),
                client.packages().isEmpty() ? null : client.packages(),
                client.dialect().map(SettingName::of).orElse(null),
                client.model().orElse(null));
    }

    @Override
    public String toString() {
        return name + " " + version + (variant == null ? "" : " (variant " + variant + ")")
                + (packages == null ? "" : " with " + String.join(", ", packages));
    }
}
