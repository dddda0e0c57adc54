package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.CellKey;
import dev.throughline.rest.SettingName;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The common key of several cells, as shown by the API.
/// @param key what it shows
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The axes that several cells share; the compared version is empty.")
public record Combination(
        @JsonIgnore CellKey key,

        @Schema(description = "Absent for a backend check.") @Nullable
        ProductAt client,

        @Schema(description = "A variant of the client's recipe; empty for the unmodified recipe.")
        String variant,

        @Schema(
                description = "The packages that the client loads, as resolved, for example ai@6.0.1; empty if it loads"
                        + " none or they are not known.")
        String sdk,

        @Schema(
                description = "Where chat answers carried reasoning; empty for reasoning_content and for the other"
                        + " dialects.")
        String reasoningField,

        @Schema(description = "The model id that the client was configured with; empty if not declared.")
        String model,

        @Schema(description = "Absent without a gateway.") @Nullable
        ProductAt gateway,

        @Schema(description = "The backend; absent for the stub.") @Nullable
        ProductAt backend,

        @Schema(description = "SHA-256 of the backend's chat template; absent when unknown.") @Nullable
        String template,

        String dialectIn,
        String dialectOut,
        String policy,
        String scenario,

        @Schema(description = "The rule book's profile as which the stub answered; empty for none.")
        String vendor,

        String streaming,

        @Schema(description = "Major version of the test suite; CACHE has its own.")
        int suite) {
    /// The combination of a key.
    public static Combination of(CellKey key) {
        return new Combination(
                key,
                ProductAt.of(key.client()),
                key.variant(),
                key.sdk(),
                key.reasoningField(),
                key.model(),
                ProductAt.of(key.gateway()),
                ProductAt.of(key.backend()),
                key.template().isEmpty() ? null : key.template(),
                key.dialectIn().id(),
                key.dialectOut().id(),
                SettingName.of(key.policy()),
                key.scenario(),
                key.vendor(),
                SettingName.of(key.streaming()),
                key.suite());
    }
}
