package dev.throughline.matrix.api;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Vote;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Puts cells of two equal runs into the matrix, as if they had been measured just now.
@ApplicationScoped
class MatrixFixture {
    private final MatrixRows rows;

    MatrixFixture(MatrixRows rows) {
        this.rows = rows;
    }

    void client(String name, String version, String variant, String status) {
        measured(MatrixRows.key(name, version).with(Axis.VARIANT, variant), status);
    }

    void backend(String name, String version, String status) {
        measured(
                MatrixRows.key("none", "0")
                        .with(Axis.CLIENT, "")
                        .with(Axis.BACKEND, name)
                        .with(Axis.BACKEND_VERSION, version),
                status);
    }

    private void measured(CellKey key, String status) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        CellKey plain = key.with(Axis.MODEL, "");
        String run = CellIdDigest.of(plain);
        for (int number = 1; number <= 2; number++) {
            rows.measured(run + number, Vote.Origin.HERE, plain, now, Capability.THINK, Status.valueOf(status));
        }
    }
}
