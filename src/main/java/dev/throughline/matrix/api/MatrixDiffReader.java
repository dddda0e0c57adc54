package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellComparison;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.NearMatches;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.api.MatrixDiffReader.DiffSide.OfMoment;
import dev.throughline.matrix.api.MatrixDiffReader.DiffSide.OfVersion;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QueryConverters;
import dev.throughline.rest.QueryTexts;
import dev.throughline.rest.QuotedValue;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares two versions of a product, or the matrix at two moments.
@ApplicationScoped
public class MatrixDiffReader {
    private static final String LATEST = "latest";

    private final MatrixCellReader reads;
    private final Matrix matrix;

    MatrixDiffReader(MatrixCellReader reads, Matrix matrix) {
        this.reads = reads;
        this.matrix = matrix;
    }

    /// @param from a version such as `opencode@1.1.34`, or a moment
    /// @param to another version of the same product, or another moment
    public Uni<MatrixDiff> read(MatrixQuery query, @Nullable String from, @Nullable String to) {
        return compared(query, DiffSide.read("from", from), DiffSide.read("to", to));
    }

    /// A part of a comparison.
    /// @param next where to continue; empty at the end
    public record Part(MatrixDiff diff, Optional<Cursor> next) {}

    /// The same in parts, for two moments: only of what was measured after the first, so that its cost does not grow
    /// with the matrix. Two versions are compared in one part.
    /// @param after where the previous part ended
    public Uni<Part> part(
            MatrixQuery query, @Nullable String from, @Nullable String to, Optional<Cursor> after, int limit) {
        DiffSide first = DiffSide.read("from", from);
        DiffSide second = DiffSide.read("to", to);
        if (first instanceof OfMoment(Instant before) && second instanceof OfMoment(Instant later)) {
            return reads.moments(query, before, later, after, limit)
                    .map(found -> new Part(
                            MatrixDiff.of(
                                    before.toString(),
                                    later.toString(),
                                    CellComparison.ofMoments(found.before(), found.after())),
                            found.next()));
        }
        return compared(query, first, second).map(diff -> new Part(diff, Optional.empty()));
    }

    private Uni<MatrixDiff> compared(MatrixQuery query, DiffSide from, DiffSide to) {
        if (from instanceof OfVersion before && to instanceof OfVersion after) {
            if (!before.product().equals(after.product())) {
                throw Problem.inParameter(
                                "to",
                                "another version of " + QuotedValue.of(before.product()) + " was expected, found "
                                        + QuotedValue.of(after.product()) + ".")
                        .exception();
            }
            return versions(query, before, after);
        }
        if (from instanceof OfMoment(Instant before) && to instanceof OfMoment(Instant after)) {
            return moments(query, before, after);
        }
        throw Problem.inParameter("to", "two versions or two moments were expected, found one of each.")
                .exception();
    }

    private Uni<MatrixDiff> moments(MatrixQuery query, Instant from, Instant to) {
        return reads.all(query.at(from))
                .chain(before -> reads.all(query.at(to))
                        .map(after -> MatrixDiff.of(
                                from.toString(), to.toString(), CellComparison.ofMoments(before, after))));
    }

    private Uni<MatrixDiff> versions(MatrixQuery query, OfVersion from, OfVersion to) {
        return matrix.now().chain(now -> {
            Product product = ProductLookup.of(from.product(), now.products());
            return versions(query, product, known("from", product, from, now), known("to", product, to, now));
        });
    }

    private Uni<MatrixDiff> versions(MatrixQuery query, Product product, String from, String to) {
        return cells(query, product, from)
                .chain(before -> cells(query, product, to)
                        .map(after -> MatrixDiff.of(
                                product.id() + "@" + from,
                                product.id() + "@" + to,
                                CellComparison.ofVersions(product.id(), before, after))));
    }

    private Uni<List<Cell>> cells(MatrixQuery query, Product product, String version) {
        CellFilter filter = query.filter();
        return reads.all(query.with(
                switch (product.kind()) {
                    case CLIENT, SDK -> filter.with(Axis.CLIENT, product.id()).with(Axis.CLIENT_VERSION, version);
                    case GATEWAY -> filter.with(Axis.GATEWAY, product.id()).with(Axis.GATEWAY_VERSION, version);
                    case BACKEND -> filter.with(Axis.BACKEND, product.id()).with(Axis.BACKEND_VERSION, version);
                }));
    }

    /// A known version, or the newest measured one for `latest`.
    private static String known(String parameter, Product product, OfVersion asked, MatrixSnapshot now) {
        List<String> known =
                now.versions(product.id()).stream().map(ProductVersion::version).toList();
        Optional<String> found = asked.version().equals(LATEST)
                ? now.newestMeasured(product.id())
                : Optional.of(asked.version()).filter(known::contains);
        return found.orElseThrow(() -> {
            List<String> near = NearMatches.of(asked.version(), known);
            String hint = near.isEmpty() ? "" : " Similar: " + String.join(", ", near) + ".";
            return Problem.of(
                            ProblemType.NOT_FOUND,
                            parameter + ": " + product.id() + " has no known version " + QuotedValue.of(asked.version())
                                    + "." + hint)
                    .allowing(near)
                    .exception();
        });
    }

    /// One side of a comparison.
    sealed interface DiffSide {
        /// A version of a product.
        record OfVersion(String product, String version) implements DiffSide {}

        /// The matrix at a point in time.
        record OfMoment(Instant moment) implements DiffSide {}

        /// @param parameter its name, for error messages
        static DiffSide read(String parameter, @Nullable String text) {
            String given = QueryTexts.present(text)
                    .orElseThrow(() -> Problem.inParameter(
                                    parameter, "a version such as opencode@1.1.34, or a moment, was expected.")
                            .exception());
            int at = given.lastIndexOf('@');
            if (at > 0 && at < given.length() - 1) {
                return new OfVersion(given.substring(0, at), given.substring(at + 1));
            }
            if (at >= 0) {
                throw Problem.inParameter(
                                parameter,
                                "a product and its version were expected, found " + QuotedValue.of(given) + ".")
                        .exception();
            }
            return new OfMoment(QueryConverters.moment(parameter, given));
        }
    }
}
