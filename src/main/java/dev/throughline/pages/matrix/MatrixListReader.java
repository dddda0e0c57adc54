package dev.throughline.pages.matrix;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionRangeRules;
import dev.throughline.matrix.VersionRangeRules.Track;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.matrix.api.MatrixCellReader;
import dev.throughline.matrix.api.MatrixPage;
import dev.throughline.matrix.api.MatrixQuery;
import dev.throughline.matrix.api.MatrixResource;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.QueryTexts;
import dev.throughline.run.report.MeasuredRemedies;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the cells of a selection for a page, and the versions of the product that it is about.
@ApplicationScoped
class MatrixListReader {
    private static final String PAGE = "/matrix";
    private static final int MOST = 300;
    private static final int MOST_LOSSES = 8;

    /// Capacity of a page: a row takes two for each cell and two for itself, about 200 bytes each.
    private static final int ROOM = 360;

    /// The same below strips.
    private static final int ROOM_BELOW_STRIPS = 110;

    /// The segments and versions of strips, about 150 bytes each.
    private static final int ROOM_OF_STRIPS = 200;

    /// Cells that strips are drawn from.
    private static final int MOST_DRAWN = 1_000;

    private final MatrixResource resource;
    private final MatrixCellReader cells;
    private final Matrix matrix;
    private final MeasuredRemedies remedies;

    MatrixListReader(MatrixResource resource, MatrixCellReader cells, Matrix matrix, MeasuredRemedies remedies) {
        this.resource = resource;
        this.cells = cells;
        this.matrix = matrix;
        this.remedies = remedies;
    }

    Uni<MatrixListContent> read(MatrixQuery query, @Nullable String cursor, boolean isOwn, UriInfo uri, Caller caller) {
        Optional<String> subject = isOwn ? Optional.empty() : subject(query);
        ListPlace place = QueryTexts.cursor(cursor, ListPlace::parse).orElse(new ListPlace(null, 0));
        Uni<MatrixPage> cells = resource.page(query, place.cursor(), MOST, isOwn, uri, caller);
        return matrix.now().chain(now -> {
            Optional<Product> found = subject.flatMap(now::product);
            return found.isEmpty() || query.isLatest() || cursor != null
                    ? cells.map(page -> content(
                            rows(page, place, ROOM),
                            subject,
                            version(query),
                            List.of(),
                            List.of(),
                            List.of(),
                            false,
                            isOwn))
                    : cells.chain(page -> strips(query, found.get(), now, rows(page, place, ROOM_BELOW_STRIPS)));
        });
    }

    /// As many whole rows as a page has room for, at least one.
    private static MatrixPage rows(MatrixPage page, ListPlace place, int most) {
        List<List<MatrixCell>> all = MatrixTable.rows(page.cells());
        int room = most;
        List<MatrixCell> shown = new ArrayList<>();
        for (int row = place.rows(); row < all.size(); row++) {
            room -= 2 + 2 * all.get(row).size();
            if (room < 0 && !shown.isEmpty()) {
                return page.of(shown, new ListPlace(place.cursor(), row).text());
            }
            shown.addAll(all.get(row));
        }
        return page.of(shown, page.next());
    }

    private Uni<MatrixListContent> strips(MatrixQuery query, Product product, MatrixSnapshot now, MatrixPage page) {
        CellFilter any = anyVersion(query.filter());
        MatrixQuery drawn = query.with(any.capabilities().isEmpty() ? any.with(Set.of(Capability.THINK)) : any);
        ReleaseHistory history = now.releases(product.id());
        return cells.page(drawn, Optional.empty(), MOST_DRAWN).chain(found -> {
            List<Track> tracks = VersionRangeRules.of(product, whole(product, found), history);
            return findings(query, product, tracks, now)
                    .map(findings -> content(
                            page,
                            Optional.of(product.id()),
                            version(query),
                            findings,
                            VersionStrips.of(tracks, history, ROOM_OF_STRIPS),
                            now.versions(product.id()),
                            found.next().isPresent(),
                            false));
        });
    }

    /// Findings about the selected version of a client, else about its newest one; none of an earlier moment.
    private Uni<List<ProductFindings>> findings(
            MatrixQuery query, Product product, List<Track> tracks, MatrixSnapshot now) {
        boolean isClient = product.kind() == Product.Kind.CLIENT || product.kind() == Product.Kind.SDK;
        String version = version(query);
        Optional<String> shown = version.isEmpty() ? now.newestMeasured(product.id()) : Optional.of(version);
        if (!isClient || shown.isEmpty() || query.asOf().isPresent()) {
            return Uni.createFrom().item(List.of());
        }
        CellFilter plain = query.filter()
                .with(Axis.CLIENT, product.id())
                .with(Axis.CLIENT_VERSION, shown.get())
                .with(Axis.VARIANT, "")
                .with(Axis.GATEWAY, "")
                .with(Axis.BACKEND, "");
        List<Cell> measured =
                now.cells(plain.axes().containsKey(Axis.POLICY) ? plain : plain.with(Axis.POLICY, "preserved"));
        return Multi.createFrom()
                .iterable(ProductFindings.lost(measured))
                .select()
                .first(MOST_LOSSES)
                .onItem()
                .transformToUniAndConcatenate(lost -> remedies.of(lost.loss()).map(lost::found))
                .collect()
                .asList()
                .map(losses -> List.of(
                        ProductFindings.of(product.id(), shown.get(), !measured.isEmpty(), losses, tracks, now)));
    }

    private static String version(MatrixQuery query) {
        Map<Axis, String> axes = query.filter().axes();
        return axes.containsKey(Axis.CLIENT) ? axes.getOrDefault(Axis.CLIENT_VERSION, "") : "";
    }

    private static CellFilter anyVersion(CellFilter filter) {
        Map<Axis, String> axes = new HashMap<>(filter.axes());
        axes.remove(Axis.CLIENT_VERSION);
        return new CellFilter(
                axes,
                filter.capabilities(),
                filter.statuses(),
                filter.product(),
                filter.minConfidence(),
                filter.hasTraffic());
    }

    /// The cells of whole versions: the last one that was read may go on. Cells are in the order of clients, so that
    /// of another product's very many there may be any part.
    private static List<Cell> whole(Product product, CellPage found) {
        if (found.next().isEmpty()) {
            return found.cells();
        }
        Optional<Versioned> last = found.cells().getLast().key().client();
        return last.filter(one -> one.product().equals(product.id())).isEmpty()
                ? List.of()
                : found.cells().stream()
                        .filter(cell -> !cell.key().client().equals(last))
                        .toList();
    }

    private static MatrixListContent content(
            MatrixPage page,
            Optional<String> product,
            String version,
            List<ProductFindings> findings,
            List<VersionStrips> strips,
            List<ProductVersion> known,
            boolean isCut,
            boolean isOwn) {
        String here = page.page().replaceFirst("^[^?]*/matrix", PAGE);
        return new MatrixListContent(
                isOwn ? "Measured by your key" : product.orElse("Compatibility matrix"),
                version,
                findings,
                strips,
                isCut,
                known.stream()
                        .filter(ProductVersion::isMeasured)
                        .map(one -> product.orElse("") + "@" + one.version())
                        .toList(),
                FilterLinks.of(here, true),
                MatrixTable.of(page.at(here), PAGE),
                page.asOf() == null ? "" : page.asOf().toString(),
                isOwn);
    }

    private static Optional<String> subject(MatrixQuery query) {
        Map<Axis, String> axes = query.filter().axes();
        return Stream.of(
                        Optional.ofNullable(axes.get(Axis.CLIENT)),
                        query.filter().product(),
                        Optional.ofNullable(axes.get(Axis.GATEWAY)),
                        Optional.ofNullable(axes.get(Axis.BACKEND)))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    /// Where a page of a list of cells begins.
    ///
    /// @param cursor of the cells that are read, null for the first
    /// @param rows how many rows of them were shown
    record ListPlace(@Nullable String cursor, int rows) {
        private static final String BETWEEN = ".";

        /// The place as a query parameter.
        String text() {
            return (cursor == null ? "" : cursor) + (rows == 0 ? "" : BETWEEN + rows);
        }

        /// Parses what `text` wrote; empty if it is not one.
        static Optional<ListPlace> parse(String text) {
            int end = text.indexOf(BETWEEN);
            String rows = end < 0 ? "0" : text.substring(end + 1);
            String cursor = end < 0 ? text : text.substring(0, end);
            return rows.matches("\\d{1,6}")
                    ? Optional.of(new ListPlace(cursor.isEmpty() ? null : cursor, Integer.parseInt(rows)))
                    : Optional.empty();
        }
    }
}
