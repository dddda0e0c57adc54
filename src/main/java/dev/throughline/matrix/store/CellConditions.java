package dev.throughline.matrix.store;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// Conditions over the rows of `cell`, joined by AND, with the values of their parameters.
final class CellConditions {
    /// Cells in the order of the matrix; an index has it.
    static final String ORDER = "client, client_order DESC, cell_id";

    private static final String ON_ANY_SIDE = "(client = %1$s OR backend = %1$s OR gateway = %1$s)";

    private final List<String> conditions = new ArrayList<>();
    private final Tuple values = Tuple.tuple();

    /// Every condition of a filter.
    static CellConditions of(CellFilter filter) {
        CellConditions all = ofKey(filter);
        if (!filter.statuses().isEmpty()) {
            all.add("status = ANY (%s)", names(filter.statuses()));
        }
        filter.minConfidence().ifPresent(least -> all.add("confidence = ANY (%s)", names(atLeast(least))));
        return all;
    }

    /// Those that do not depend on what the runs say.
    static CellConditions ofKey(CellFilter filter) {
        return new CellConditions().addKey(filter);
    }

    /// Adds those that do not depend on what the runs say.
    CellConditions addKey(CellFilter filter) {
        for (Axis axis : Axis.values()) {
            if (filter.axes().containsKey(axis)) {
                addAxis(axis, filter.axes().get(axis));
            }
        }
        if (!filter.capabilities().isEmpty()) {
            add("capability = ANY (%s)", names(filter.capabilities()));
        }
        filter.product().map(StoredText::encode).ifPresent(product -> add(ON_ANY_SIDE, product));
        return this;
    }

    private void addAxis(Axis axis, String value) {
        String column = axis.name().toLowerCase(Locale.ROOT);
        String cast = axis == Axis.SUITE ? "::text" : "";
        add(column + cast + " = %s", StoredText.encode(value));
    }

    /// Only what comes after a place.
    CellConditions after(Cursor place) {
        return after(place, "client_order", "cell_id");
    }

    /// Only what comes after a place in another order.
    /// @param version column that the rows of a client are ordered by, downwards
    /// @param id column that rows of one version are ordered by
    CellConditions after(Cursor place, String version, String id) {
        String client = parameter(StoredText.encode(place.client()));
        String order = parameter(StoredText.encode(place.clientOrder()));
        String cell = parameter(place.cell());
        conditions.add("client >= " + client + " AND (client > " + client + " OR " + version + " < " + order + " OR "
                + version + " = " + order + " AND " + id + " > " + cell + ")");
        return this;
    }

    /// One more condition.
    /// @param condition with `%s` where its parameter stands
    CellConditions add(String condition, Object value) {
        conditions.add(condition.formatted(parameter(value)));
        return this;
    }

    /// The name of a new parameter of this value.
    String parameter(Object value) {
        values.addValue(value);
        return "$" + values.size();
    }

    /// ` WHERE` and the conditions; nothing where there are none.
    String where() {
        return and().replaceFirst(" AND ", " WHERE ");
    }

    /// ` AND` and the conditions; nothing where there are none.
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
