package dev.throughline.run.exchange;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/// A row of the view `request_body`: a request's body, whole.
@Entity
@Table(name = "request_body")
@IdClass(ExchangeKey.class)
class BodyRow {
    @Id
    @Column(name = "run_id")
    String runId = "";

    @Id
    @Column(name = "exchange")
    int number;

    /// Null if a body that it is based on was removed.
    byte @Nullable [] body;
}
