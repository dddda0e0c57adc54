package dev.throughline.matrix.store;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// Builds conditions over the rows of `cell`, joined by AND, with the values of their parameters.
final class CellConditions {
    /// Cells in matrix order, which is backed by an index.
    static final String ORDER = "client, client_order DESC, cell_id";

    private static final String ON_ANY_SIDE = "(client = %1$s OR backend = %1$s OR gateway = %1$s)";

    private final List<String> conditions = new ArrayList<>();
    private final Tuple values = Tuple.tuple();

    /// All conditions of a filter.
    static CellConditions of(CellFilter filter) {
        CellConditions all = ofKey(filter);
        if (!filter.statuses().isEmpty()) {
            all.add("status = ANY (%s)", names(filter.statuses()));
        }
        filter.minConfidence().ifPresent(least -> all.add("confidence = ANY (%s)", names(atLeast(least))));
        return all;
    }

    /// The conditions that do not depend on the runs.
    static CellConditions ofKey(CellFilter filter) {
        return new CellConditions().addKey(filter);
    }

    /// Adds the conditions that do not depend on the runs.
    CellConditions addKey(CellFilter filter) {
        for (Axis axis : Axis.values()) {
            if (filter.axes().containsKey(axis)) {
                addAxis(axis, filter.axes().get(axis));
            }
        }
        if (filter.capabilities().size() == 1) {
            // Equality keeps the order of the index.
            add("capability = %s", filter.capabilities().iterator().next().name());
        } else if (!filter.capabilities().isEmpty()) {
            add("capability = ANY (%s)", names(filter.capabilities()));
        }
        if (!filter.hasTraffic()) {
            add("scenario <> %s", CellKey.TRAFFIC);
        }
        filter.product().map(StoredText::encode).ifPresent(product -> add(ON_ANY_SIDE, product));
        return this;
    }

    private void addAxis(Axis axis, String value) {
        String cast = axis == Axis.SUITE ? "::text" : "";
        add(axis.column() + cast + " = %s", StoredText.encode(value));
    }

    /// Only rows after a position.
    CellConditions after(Cursor place) {
        return after(place, "client_order", "cell_id");
    }

    /// Only rows after a position in another order.
    /// @param version column that orders the rows of a client, descending
    /// @param id column that orders the rows of one version
    CellConditions after(Cursor place, String version, String id) {
        String client = parameter(StoredText.encode(place.client()));
        String order = parameter(StoredText.encode(place.clientOrder()));
        String cell = parameter(place.cell());
        conditions.add("client >= " + client + " AND (client > " + client + " OR " + version + " < " + order + " OR "
                + version + " = " + order + " AND " + id + " > " + cell + ")");
        return this;
    }

    /// @param condition with `%s` as the placeholder of its parameter
    CellConditions add(String condition, Object value) {
        conditions.add(condition.formatted(parameter(value)));
        return this;
    }

    /// Adds a parameter with this value and returns its name.
    String parameter(Object value) {
        values.addValue(value);
        return "$" + values.size();
    }

    /// ` WHERE` and the conditions; empty without conditions.
    String where() {
        return and().replaceFirst(" AND ", " WHERE ");
    }

    /// ` AND` and the conditions; empty without conditions.
    String and() {
        return conditions.isEmpty() ? "" : " AND " + String.join(" AND ", conditions);
    }

    Tuple values() {
        return values;
    }

    private static String[] names(Collection<? extends Enum<?>> values) {
        return values.stream().map(Enum::name).sorted().toArray(String[]::new);
    }

    private static List<Confidence> atLeast(Confidence least) {
        return Arrays.stream(Confidence.values())
                .filter(confidence -> confidence.compareTo(least) >= 0)
                .toList();
    }
}
