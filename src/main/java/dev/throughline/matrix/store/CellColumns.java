package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellKey;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The columns of `cell`.
final class CellColumns {
    static final String NAMES = "cell_id, capability, " + KeyColumns.NAMES + ", client_order, backend_order, status,"
            + " within_turn, across_turns, is_flaky, confidence, counts::text AS counts, votes, latest_run,"
            + " first_measured, last_measured";
    private static final Function<String, Map<Status, Integer>> COUNTS = MatrixJsonb.reader(new TypeReference<>() {});

    private CellColumns() {}

    /// The cell without the flags that depend on the time of reading.
    static Cell read(Row row) {
        return cell(
                KeyColumns.read(row),
                row::getString,
                row.getBoolean("is_flaky"),
                row.getInteger("votes"),
                name -> row.getOffsetDateTime(name).toInstant());
    }

    /// The same, from a row as JSON.
    /// @throws IllegalArgumentException if a column has an unknown value; `IllegalStateException` for an
    ///     axis
    static Cell read(JsonNode row) {
        UnaryOperator<String> texts = name -> {
            JsonNode column = row.path(name);
            return column.isContainerNode() ? column.toString() : column.asText();
        };
        return cell(
                KeyColumns.read(texts),
                texts,
                row.path("is_flaky").asBoolean(),
                row.path("votes").asInt(),
                name -> moment(row.path(name)));
    }

    private static Cell cell(
            CellKey key, UnaryOperator<String> texts, boolean isFlaky, int votes, Function<String, Instant> moments) {
        return new Cell(
                texts.apply("cell_id"),
                key,
                Capability.valueOf(texts.apply("capability")),
                Status.valueOf(texts.apply("status")),
                Status.valueOf(texts.apply("within_turn")),
                Status.valueOf(texts.apply("across_turns")),
                isFlaky ? Set.of(Flag.FLAKY) : Set.of(),
                Confidence.valueOf(texts.apply("confidence")),
                COUNTS.apply(texts.apply("counts")),
                votes,
                texts.apply("latest_run"),
                moments.apply("first_measured"),
                moments.apply("last_measured"));
    }

    private static Instant moment(JsonNode column) {
        return OffsetDateTime.parse(column.asText()).toInstant();
    }
}
