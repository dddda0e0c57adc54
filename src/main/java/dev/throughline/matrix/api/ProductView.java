package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.VersionScheme;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A product with its versions.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Product", description = "A versioned product that takes part in a conversation.")
public record ProductView(
        @Schema(description = "Its name in filters.", examples = "opencode")
        String id,

        @Schema(
                description = "Its role.",
                enumeration = {"CLIENT", "SDK", "GATEWAY", "BACKEND"})
        String kind,

        @Schema(description = "Its display name.") String title,

        @Schema(description = "How its versions are ordered.")
        VersionScheme scheme,

        @Schema(description = "The registry that its versions are looked up in; absent for none.") @Nullable
        String registry,

        @Schema(description = "The version that its registry lists as latest.") @Nullable
        String latest,

        @Schema(description = "The newest version that was measured.") @Nullable
        String latestMeasured,

        @Schema(description = "All known versions, newest first.")
        List<VersionView> versions,

        @Schema(description = "Its cells.") String matrix) {
    /// @param api URL of `/api/v1`
    public static ProductView of(Product product, MatrixSnapshot matrix, String api) {
        List<ProductVersion> versions = matrix.versions(product.id());
        String side = switch (product.kind()) {
            case CLIENT, SDK -> "client";
            case GATEWAY -> "gateway";
            case BACKEND -> "backend";
        };
        return new ProductView(
                product.id(),
                product.kind().name(),
                product.title(),
                product.scheme(),
                product.registry().isEmpty() ? null : product.registry(),
                versions.stream()
                        .filter(ProductVersion::isLatest)
                        .findFirst()
                        .map(ProductVersion::version)
                        .orElse(null),
                matrix.newestMeasured(product.id()).orElse(null),
                versions.stream().map(VersionView::of).toList(),
                api + "/matrix?" + side + "=" + product.id());
    }

    /// One version.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "ProductVersion", description = "A known version.")
    public record VersionView(
            String version,

            @Schema(description = "Whether a cell of it exists.")
            boolean measured,

            @Schema(description = "When it was first seen.") Instant firstSeen,

            @Schema(description = "When its registry published it.") @Nullable
            Instant published) {
        static VersionView of(ProductVersion version) {
            return new VersionView(
                    version.version(),
                    version.isMeasured(),
                    version.firstSeen(),
                    version.published().orElse(null));
        }
    }

    /// All products.
    @Schema(name = "Products", description = "All products, by id.")
    public record ListView(List<ProductView> products) {}
}
