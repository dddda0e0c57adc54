package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.MatrixTable;
import java.util.List;

/// The cells of a selection, with the strips of versions if it is about one product.
///
/// @param heading what is selected
/// @param version the selected one, empty for all
/// @param findings about a client; none of other selections
/// @param strips empty unless the selection is about one product
/// @param isCut whether the strips have the newest versions only
/// @param versions of the product that were measured, newest first, each as `product@version`
/// @param asOf the moment that is shown, empty for now
/// @param isOwn whether the cells count for the key of the caller alone
public record MatrixListContent(
        String heading,
        String version,
        List<ProductFindings> findings,
        List<VersionStrips> strips,
        boolean isCut,
        List<String> versions,
        List<FilterLinks> filters,
        MatrixTable table,
        String asOf,
        boolean isOwn) {
    /// The address of all versions of the client.
    public String address() {
        return MatrixTable.with("/matrix", "client", heading);
    }
}
