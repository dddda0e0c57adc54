package dev.throughline.matrix.api;

import dev.throughline.matrix.Product;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QuotedValue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `PUT /products/{product}/latest`.
@Schema(description = "The version that a product's registry lists as latest.")
record SeenLatest(
        @Schema(required = true, description = "As the registry writes it, never latest.", examples = "1.18.33")
        @PlainText(max = 200)
        @NotBlank
        @Pattern(regexp = "(?!([lL][aA][tT][eE][sS][tT])$).*", message = "a version was expected, never latest.")
        @Nullable
        String version,

        @Schema(
                description = "The registry that was queried; if it is not the product's known registry, nothing is"
                        + " kept.",
                examples = "npm:opencode-ai")
        @PlainText(max = 200)
        @Nullable
        String registry,

        @Schema(
                description = "When the registry published each release, by version. They are added to those known.",
                examples = "{\"1.18.33\": \"2026-11-21T04:00:00Z\"}")
        @Size(max = 20_000)
        @Nullable
        Map<@PlainText(max = 200) String, @PlainText(max = 40) @NotNull String> releases) {
    /// The version, unless another registry than that of this product was queried.
    String of(Product product) {
        if (registry != null && !product.registry().isEmpty() && !registry.equals(product.registry())) {
            throw Problem.inField(
                            "/registry", product.registry() + " was expected, found " + QuotedValue.of(registry) + ".")
                    .exception();
        }
        return Objects.requireNonNull(version);
    }

    /// When the registry published each release; empty if that was not sent.
    Map<String, Instant> published() {
        Map<String, Instant> published = new HashMap<>();
        if (releases != null) {
            releases.forEach((version, moment) -> published.put(version, instant(version, moment)));
        }
        return published;
    }

    private static Instant instant(String version, String moment) {
        try {
            return OffsetDateTime.parse(moment).toInstant();
        } catch (DateTimeParseException e) {
            throw Problem.inField(
                            "/releases/" + version,
                            "a time such as 2026-11-21T04:00:00Z was expected, found " + QuotedValue.of(moment) + ".")
                    .exception();
        }
    }
}
