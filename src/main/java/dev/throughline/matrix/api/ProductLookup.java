package dev.throughline.matrix.api;

import dev.throughline.matrix.NearMatches;
import dev.throughline.matrix.Product;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import java.util.List;

/// Finds a product by its name, or fails the request with similar names.
public final class ProductLookup {
    private ProductLookup() {}

    public static Product of(String name, List<Product> known) {
        return known.stream()
                .filter(product -> product.id().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name, known).exception());
    }

    private static Problem unknown(String name, List<Product> known) {
        List<String> near = NearMatches.of(name, known.stream().map(Product::id).toList());
        String hint = near.isEmpty()
                ? "GET /api/v1/products lists the known ones."
                : "Did you mean " + String.join(" or ", near) + "?";
        return Problem.of(ProblemType.NOT_FOUND, "There is no product of this name. " + hint)
                .allowing(near);
    }
}
