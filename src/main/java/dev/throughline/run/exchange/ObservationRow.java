package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Sighting;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.hibernate.annotations.ColumnTransformer;

/// A row of `observation`.
@Entity
@Table(name = "observation")
@IdClass(ObservationRow.Key.class)
class ObservationRow {
    /// The primary key of an observation: one request and one item.
    record Key(String runId, int observer, int exchange, int ordinal) {}

    @Id
    @Column(name = "run_id")
    String runId = "";

    @Id
    int observer;

    @Id
    int exchange;

    @Id
    int ordinal;

    String due = "";
    String scope = "";

    @ColumnTransformer(read = "cast(sighting as text)", write = "cast(cast(? as text) as jsonb)")
    String sighting = "";

    Observation toObservation() {
        return new Observation(
                exchange,
                ordinal,
                Observation.Due.valueOf(due),
                Observation.Scope.valueOf(scope),
                StoredJson.read(sighting, Sighting.class));
    }
}
