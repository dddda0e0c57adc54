package dev.throughline.matrix.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import io.vertx.sqlclient.Row;
import java.util.Map;

/// The columns of `evidence` that rules and readers need.
final class EvidenceColumns {
    static final String NAMES =
            "run_id, origin, " + KeyColumns.NAMES + ", sealed, exchanges, capabilities::text AS capabilities";
    private static final TypeReference<Map<Capability, CapabilityVerdict>> CAPABILITIES = new TypeReference<>() {};

    private EvidenceColumns() {}

    static Vote read(Row row) {
        return new Vote(
                row.getString("run_id"),
                Origin.valueOf(row.getString("origin")),
                KeyColumns.read(row),
                row.getOffsetDateTime("sealed").toInstant(),
                row.getInteger("exchanges"),
                MatrixJson.read(row.getString("capabilities"), CAPABILITIES));
    }
}
