package dev.throughline.matrix.store;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.rest.SettingName;
import dev.throughline.store.StoredText;
import dev.throughline.trace.ThinkingPolicy;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The columns shared by `evidence` and `cell`: the axes of a key.
final class KeyColumns {
    static final String NAMES = "suite, scenario, policy, streaming, client, client_version, variant, sdk,"
            + " reasoning_field, model, gateway, gateway_version, backend, backend_version, template, dialect_in,"
            + " dialect_out";

    private KeyColumns() {}

    static CellKey read(Row row) {
        return read(row.getInteger("suite"), row::getString);
    }

    /// @param column the value of a column by its name
    static CellKey read(int suite, UnaryOperator<String> column) {
        return new CellKey(
                suite,
                text(column, "scenario"),
                policy(column.apply("policy")),
                streaming(column.apply("streaming")),
                versioned(column, "client"),
                text(column, "variant"),
                text(column, "sdk"),
                text(column, "reasoning_field"),
                text(column, "model"),
                versioned(column, "gateway"),
                versioned(column, "backend"),
                text(column, "template"),
                dialect(column.apply("dialect_in")),
                dialect(column.apply("dialect_out")));
    }

    private static String text(UnaryOperator<String> columns, String name) {
        return StoredText.decode(columns.apply(name));
    }

    private static Optional<Versioned> versioned(UnaryOperator<String> columns, String name) {
        String product = text(columns, name);
        return product.isEmpty()
                ? Optional.empty()
                : Optional.of(new Versioned(product, text(columns, name + "_version")));
    }

    static ThinkingPolicy policy(String written) {
        return setting(ThinkingPolicy.class, written);
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
