package dev.throughline.matrix.api;

import dev.throughline.matrix.version.Product;
import dev.throughline.rest.BodyFields;
import dev.throughline.rest.Problem;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The body of `PUT /products/{product}/latest`.
@Schema(description = "The version that a product's registry lists as latest.")
record SeenLatest(
        @Schema(required = true, description = "As the registry writes it, never latest.", examples = "1.18.33")
        @Nullable
        String version,

        @Schema(
                description = "The registry that was queried; if it is not the product's known registry, nothing is"
                        + " kept.",
                examples = "npm:opencode-ai")
        @Nullable
        String registry) {
    private static final int LONGEST = 200;

    /// The version, of this product. An invalid field fails the request with its pointer.
    String of(Product product) {
        BodyFields.text("/registry", registry, LONGEST)
                .filter(named -> !product.registry().isEmpty() && !named.equals(product.registry()))
                .ifPresent(named -> {
                    throw Problem.inField(
                                    "/registry",
                                    product.registry() + " was expected, found " + BodyFields.shown(named) + ".")
                            .exception();
                });
        String found = BodyFields.required("/version", version, LONGEST);
        if (found.equalsIgnoreCase("latest")) {
            throw Problem.inField("/version", "a version was expected, found " + BodyFields.shown(found) + ".")
                    .exception();
        }
        return found;
    }
}
