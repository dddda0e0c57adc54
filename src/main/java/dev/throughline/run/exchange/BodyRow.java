package dev.throughline.run.exchange;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/// A row of `exchange_body`: separate from `exchange`, so that histories are read without it.
@Entity
@Table(name = "exchange_body")
@IdClass(ExchangeKey.class)
class BodyRow {
    @Id
    @Column(name = "run_id")
    String runId = "";

    @Id
    @Column(name = "exchange")
    int number;

    byte[] body = {};
}
