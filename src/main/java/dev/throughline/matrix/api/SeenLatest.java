package dev.throughline.matrix.api;

import dev.throughline.matrix.Product;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QuotedValue;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
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
        String registry) {
    /// The version, unless another registry than that of this product was queried.
    String of(Product product) {
        if (registry != null && !product.registry().isEmpty() && !registry.equals(product.registry())) {
            throw Problem.inField(
                            "/registry", product.registry() + " was expected, found " + QuotedValue.of(registry) + ".")
                    .exception();
        }
        return Objects.requireNonNull(version);
    }
}
