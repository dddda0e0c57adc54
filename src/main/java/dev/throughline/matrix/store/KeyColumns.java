package dev.throughline.matrix.store;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.run.SettingName;
import dev.throughline.run.StoredText;
import dev.throughline.trace.Policy;
import io.vertx.sqlclient.Row;
import java.util.Optional;

/// The columns that `evidence` and `cell` share: the axes of a key.
final class KeyColumns {
    static final String NAMES = "suite, scenario, policy, streaming, client, client_version, variant, model, gateway,"
            + " gateway_version, backend, backend_version, template, dialect_in, dialect_out";

    private KeyColumns() {}

    static CellKey read(Row row) {
        return new CellKey(
                row.getInteger("suite"),
                text(row, "scenario"),
                setting(Policy.class, row.getString("policy")),
                setting(Streaming.class, row.getString("streaming")),
                versioned(row, "client"),
                text(row, "variant"),
                text(row, "model"),
                versioned(row, "gateway"),
                versioned(row, "backend"),
                text(row, "template"),
                setting(Dialect.class, row.getString("dialect_in")),
                setting(Dialect.class, row.getString("dialect_out")));
    }

    private static String text(Row row, String column) {
        return StoredText.decode(row.getString(column));
    }

    private static Optional<Versioned> versioned(Row row, String column) {
        String product = text(row, column);
        return product.isEmpty()
                ? Optional.empty()
                : Optional.of(new Versioned(product, text(row, column + "_version")));
    }

    private static <E extends Enum<E>> E setting(Class<E> type, String written) {
        return SettingName.find(type, written)
                .orElseThrow(() -> new IllegalStateException(
                        "a " + type.getSimpleName() + " was expected in a row of the matrix, found " + written));
    }
}
