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
                policy(row.getString("policy")),
                streaming(row.getString("streaming")),
                versioned(row, "client"),
                text(row, "variant"),
                text(row, "model"),
                versioned(row, "gateway"),
                versioned(row, "backend"),
                text(row, "template"),
                dialect(row.getString("dialect_in")),
                dialect(row.getString("dialect_out")));
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

    static Policy policy(String written) {
        return setting(Policy.class, written);
    }

    static Streaming streaming(String written) {
        return setting(Streaming.class, written);
    }

    static Dialect dialect(String written) {
        return setting(Dialect.class, written);
    }

    private static <E extends Enum<E>> E setting(Class<E> type, String written) {
        return SettingName.find(type, written)
                .orElseThrow(() -> new IllegalStateException(
                        "a " + type.getSimpleName() + " was expected in a row of the matrix, found " + written));
    }
}
