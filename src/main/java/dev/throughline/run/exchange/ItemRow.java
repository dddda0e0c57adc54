package dev.throughline.run.exchange;

import dev.throughline.run.journal.ItemColumns;
import dev.throughline.trace.PlantedItem;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/// A row of `item`.
@Entity
@Table(name = "item")
@IdClass(ItemRow.Key.class)
class ItemRow {
    /// The primary key of an item.
    record Key(String runId, int exchange, int ordinal) {}

    @Id
    @Column(name = "run_id")
    String runId = "";

    @Id
    int exchange;

    @Id
    int ordinal;

    String category = "";
    String token = "";
    String value = "";
    int block;
    String field = "";

    @Column(name = "call_id")
    @Nullable
    String callId;

    @Nullable
    String signature;

    PlantedItem toItem() {
        return ItemColumns.item(ordinal, category, token, value, block, field, callId, signature);
    }
}
