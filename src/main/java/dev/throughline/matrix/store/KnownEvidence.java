package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.rest.SettingName;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/// A row of `evidence` as stored, which may be damaged.
record KnownEvidence(JsonNode tree) {
    String run() {
        return tree.path("run_id").asText();
    }

    String cellKey() {
        return tree.path("cell_key").asText();
    }

    /// Whether it may come from a run of this deployment.
    boolean isHere() {
        return Origin.HERE.name().equals(tree.path("origin").asText());
    }

    RescoreCursor place() {
        Instant sealed = OffsetDateTime.parse(tree.path("sealed").asText()).toInstant();
        return new RescoreCursor.Measured(cellKey(), sealed, run());
    }

    /// The backend's dialect at the time; its settings may have changed since.
    Optional<Dialect> dialectOut() {
        return SettingName.find(Dialect.class, tree.path("dialect_out").asText());
    }

    /// The program that measured it; empty if the row does not record it.
    Optional<String> throughline() {
        return how("throughline");
    }

    /// The version of the suite whose scenario it ran; empty if the row does not record it.
    Optional<String> suite() {
        return how(EvidenceRow.SUITE);
    }

    private Optional<String> how(String field) {
        return Optional.ofNullable(tree.path("how").path(field).textValue());
    }

    /// Whether it has the same result.
    boolean isSame(EvidenceRow row) {
        try {
            return EvidenceRow.read(tree.toString()).equals(EvidenceRow.read(MatrixJsonb.write(row)));
        } catch (IllegalStateException _) {
            return false;
        }
    }
}
