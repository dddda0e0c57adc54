package dev.throughline.matrix.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.CellKey;
import dev.throughline.rest.SettingName;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The common key of several cells.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The axes that several cells share; the compared version is empty.")
public record Combination(
        @Nullable ProductAt client,
        String variant,
        String sdk,
        String reasoningField,
        String model,
        @Nullable ProductAt gateway,
        @Nullable ProductAt backend,
        @Nullable String template,
        String dialectIn,
        String dialectOut,
        String policy,
        String scenario,
        String streaming,
        int suite) {

    /// The combination of a key.
    public static Combination of(CellKey key) {
        return new Combination(
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
                SettingName.of(key.streaming()),
                key.suite());
    }
}
