package dev.throughline.pages.matrix;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.api.MatrixQuery;
import dev.throughline.matrix.api.MatrixResource;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.pages.matrix.OverviewPlace.Part;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;

/// Reads a page of the newest versions: clients, then model servers, live traffic and reports, each by product.
@ApplicationScoped
class OverviewReader {
    private static final int AT_ONCE = 1_000;

    private final MatrixResource matrix;
    private final ClaimCatalog claims;

    OverviewReader(MatrixResource matrix, ClaimCatalog claims) {
        this.matrix = matrix;
        this.claims = claims;
    }

    /// @param address of the page, without its host
    Uni<MatrixOverview> read(MatrixQuery query, OverviewPlace place, UriInfo uri, Caller caller, String address) {
        boolean hasPolicy = query.filter().axes().containsKey(Axis.POLICY);
        var newest = new MatrixQuery(
                hasPolicy ? query.filter() : query.filter().with(Axis.POLICY, "preserved"), true, Optional.empty());
        boolean isTrafficCounted = newest.filter().hasTraffic();
        var fill = new OverviewFill(isTrafficCounted);
        return fill(new Asked(newest, uri, caller, fill), place)
                .map(next -> new MatrixOverview(
                        MatrixOverviewFactory.sections(fill.cells(), isTrafficCounted),
                        FilterLinks.of(address, false),
                        fill.reports(),
                        fill.isWhole(),
                        next.map(there -> MatrixTable.with(address, "cursor", there.text()))
                                .orElse(""),
                        caller.id().isPresent()));
    }

    private record Asked(MatrixQuery newest, UriInfo uri, Caller caller, OverviewFill fill) {}

    private Uni<Optional<OverviewPlace>> fill(Asked asked, OverviewPlace place) {
        return switch (place.part()) {
            case CLIENTS -> cells(asked, asked.newest(), place, Part.SERVERS);
            case SERVERS ->
                cells(
                        asked,
                        asked.newest().with(asked.newest().filter().with(Axis.CLIENT, "")),
                        place,
                        asked.newest().filter().hasTraffic() ? Part.REPORTS : Part.TRAFFIC);
            case TRAFFIC -> cells(asked, traffic(asked.newest()), place, Part.REPORTS);
            case REPORTS -> Uni.createFrom().item(asked.fill().take(place, claims.list()));
        };
    }

    private Uni<Optional<OverviewPlace>> cells(Asked asked, MatrixQuery query, OverviewPlace place, Part then) {
        String cursor = place.cursor().map(CellPage.Cursor::text).orElse(null);
        return matrix.page(query, cursor, AT_ONCE, false, asked.uri(), asked.caller())
                .chain(page -> {
                    Optional<OverviewPlace> next = asked.fill().take(place, page.cells(), page.next() != null);
                    return next.isPresent() ? Uni.createFrom().item(next) : fill(asked, new OverviewPlace(then));
                });
    }

    /// What live traffic left, in all versions.
    private static MatrixQuery traffic(MatrixQuery newest) {
        return new MatrixQuery(
                newest.filter().with(Axis.SCENARIO, CellKey.TRAFFIC).withTraffic(), false, Optional.empty());
    }
}
