package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;

/// The columns of `cell`.
final class CellColumns {
    static final String NAMES = "cell_id, capability, " + KeyColumns.NAMES + ", client_order, backend_order, status,"
            + " within_turn, across_turns, is_flaky, confidence, counts::text AS counts, votes, latest_run,"
            + " first_measured, last_measured";
    private static final TypeReference<Map<Status, Integer>> COUNTS = new TypeReference<>() {};

    private CellColumns() {}

    /// The cell without the flags that depend on the time of reading.
    static Cell read(Row row) {
        return new Cell(
                row.getString("cell_id"),
                KeyColumns.read(row),
                Capability.valueOf(row.getString("capability")),
                Status.valueOf(row.getString("status")),
                Status.valueOf(row.getString("within_turn")),
                Status.valueOf(row.getString("across_turns")),
                row.getBoolean("is_flaky") ? Set.of(Flag.FLAKY) : Set.of(),
                Confidence.valueOf(row.getString("confidence")),
                MatrixJsonb.read(row.getString("counts"), COUNTS),
                row.getInteger("votes"),
                row.getString("latest_run"),
                row.getOffsetDateTime("first_measured").toInstant(),
                row.getOffsetDateTime("last_measured").toInstant());
    }

    /// The same, from a row as JSON.
    /// @throws IllegalArgumentException if a column has an unknown value; `IllegalStateException` for an
    ///     axis
    static Cell read(JsonNode row) {
        return new Cell(
                row.path("cell_id").asText(),
                KeyColumns.read(
                        row.path("suite").asInt(), name -> row.path(name).asText()),
                Capability.valueOf(row.path("capability").asText()),
                Status.valueOf(row.path("status").asText()),
                Status.valueOf(row.path("within_turn").asText()),
                Status.valueOf(row.path("across_turns").asText()),
                row.path("is_flaky").asBoolean() ? Set.of(Flag.FLAKY) : Set.of(),
                Confidence.valueOf(row.path("confidence").asText()),
                MatrixJsonb.read(row.path("counts").toString(), COUNTS),
                row.path("votes").asInt(),
                row.path("latest_run").asText(),
                moment(row.path("first_measured")),
                moment(row.path("last_measured")));
    }

    private static Instant moment(JsonNode column) {
        return OffsetDateTime.parse(column.asText()).toInstant();
    }
}
