package dev.throughline.run.exchange;

import dev.throughline.run.journal.ExchangeEndStatement;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.run.journal.RepeatedAnswers;
import dev.throughline.store.GroupedInserts;
import dev.throughline.store.ValueRows;
import dev.throughline.trace.ExchangeOutcome;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The statement that inserts exchanges with their bodies, and what it writes besides.
///
/// Most requests begin without items, and many without observations: no arrays are sent and run over for those, and
/// the database prepares nothing for them.
///
/// @param isEnded whether their ends are known
/// @param hasSlice whether tokens are
/// @param isKnown whether their answers are
/// @param hasCalls whether calls are in those
/// @param observes whether the requests carry items of earlier answers
record ExchangeInsert(boolean isEnded, boolean hasSlice, boolean isKnown, boolean hasCalls, boolean observes)
        implements GroupedInserts.Form {
    /// A column as it is stored; its parameter is text if the client has no such type.
    private record Column(String name, String type) {
        private String parameterType() {
            return isText() ? "text" : type;
        }

        private String value() {
            return isText() ? name + "::" + type : name;
        }

        private boolean isText() {
            return type.startsWith("json") || type.equals("int4multirange");
        }
    }

    private static final List<Column> EXCHANGE = columns("run_id text, number integer, instance_id text,"
            + " received timestamptz, dialect text, method text, path text, client text, stream boolean,"
            + " faulty boolean, answer_key text, conversation integer, link json, facts json, body_hash text,"
            + " content_hash text, repairs jsonb, dropped jsonb, backend text, backend_model text,"
            + " reasoning_state text, observes_changes boolean, cuts_history boolean, kept_hash uuid,"
            + " kept_ranges int4multirange, modified_ranges int4multirange, missing_ranges int4multirange");
    private static final List<Column> BODY = columns(
            "body bytea, base integer, head integer, tail integer," + " place integer, marks bytea, chain bigint");
    private static final List<Column> PLACE = BODY.subList(1, BODY.size());
    private static final List<Column> END = columns(ExchangeEndStatement.COLUMNS);
    private static final List<Column> SLICE = columns(ExchangeEndStatement.SLICE_COLUMNS);
    private static final List<Column> ITEMS = arrays("item", ItemColumns.TYPES);
    private static final List<Column> SEEN = arrays("seen", ObservationColumns.TYPES);

    /// Inserts an exchange whose body was sent in pieces; instead of the body it takes their key.
    static final String WITH_PIECES = given(join(List.of(EXCHANGE, columns("pieces text"), PLACE)), 1)
            + exchange(EXCHANGE, true)
            + """
            , taken AS (DELETE FROM body_piece WHERE answer_key = (SELECT pieces FROM given) RETURNING piece, bytes)
            INSERT INTO exchange_body (run_id, exchange, body, %1$s)
            SELECT run_id, number, (SELECT coalesce(string_agg(bytes, '' ORDER BY piece), '') FROM taken), %1$s
            FROM given""".formatted(names(PLACE));
    static final String SOME_ITEMS = "INSERT INTO item (run_id, exchange, " + ItemColumns.NAMES
            + ") SELECT $1, $2, * FROM " + ItemColumns.unnest(3);
    static final String SOME_OBSERVATIONS =
            ObservationColumns.insert("$1::text", "$2::integer", "", ValueRows.parameters(ObservationColumns.TYPES, 3));

    private static final RepeatedAnswers.Answers ANSWERS =
            new RepeatedAnswers.Answers("given", "given.run_id", "given.number", "given.content_hash");

    private static final ConcurrentMap<Rows, String> STATEMENTS = new ConcurrentHashMap<>();

    private record Rows(ExchangeInsert form, int count) {}

    /// For the values of the exchange, the body, the end, the slice, the items and the observations, in this order.
    @Override
    public String sql(int rows) {
        return STATEMENTS.computeIfAbsent(
                new Rows(this, rows), key -> key.form().written(key.count()));
    }

    private String written(int rows) {
        List<Column> end = isEnded ? END : List.of();
        List<Column> all = join(List.of(
                EXCHANGE,
                BODY,
                end,
                hasSlice ? SLICE : List.of(),
                isKnown ? ITEMS : List.of(),
                observes ? SEEN : List.of()));
        return given(all, rows)
                + exchange(join(List.of(EXCHANGE, end)), !isEnded)
                + (hasSlice ? ", said AS (" + copy("token_slice", SLICE) + ")" : "")
                + (isKnown ? ", planted AS (" + items() + "), repeated AS (" + repeated() + ")" : "")
                + (observes ? ", seen AS (" + observations() + ") " : " ")
                + copy("exchange_body", BODY);
    }

    private static String given(List<Column> columns, int rows) {
        String values =
                ValueRows.sql(columns.stream().map(Column::parameterType).toList(), rows, 1);
        return rows == 1
                ? "WITH given (%s) AS (%s)".formatted(names(columns), values)
                : "WITH filled (%s) AS (%s), given AS (SELECT * FROM filled WHERE number IS NOT NULL)"
                        .formatted(names(columns), values);
    }

    private static String exchange(List<Column> columns, boolean isOpen) {
        return ", begun AS (INSERT INTO exchange (%s%s) SELECT %s%s FROM given)"
                .formatted(
                        names(columns),
                        isOpen ? ", outcome" : "",
                        columns.stream().map(Column::value).collect(Collectors.joining(", ")),
                        isOpen ? ", '" + ExchangeOutcome.OPEN + "'" : "");
    }

    private static String copy(String table, List<Column> columns) {
        return "INSERT INTO %1$s (run_id, exchange, %2$s) SELECT run_id, number, %2$s FROM given"
                .formatted(table, names(columns));
    }

    private static String items() {
        return "INSERT INTO item (run_id, exchange, %s) SELECT run_id, number, i.* FROM given, unnest(%s) AS i"
                .formatted(ItemColumns.NAMES, names(ITEMS));
    }

    private String repeated() {
        return hasCalls
                ? RepeatedAnswers.markCalls(
                        ANSWERS, "given." + ITEMS.get(ItemColumns.CALLS).name())
                : RepeatedAnswers.mark(ANSWERS);
    }

    private static String observations() {
        return ObservationColumns.insert(
                "given.run_id",
                "given.number",
                "given, ",
                SEEN.stream().map(Column::name).toList());
    }

    private static List<Column> columns(String definitions) {
        return Stream.of(definitions.split(", "))
                .map(definition -> definition.split(" "))
                .map(parts -> new Column(parts[0], parts[1]))
                .toList();
    }

    private static List<Column> arrays(String name, List<String> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> new Column(name + i, types.get(i)))
                .toList();
    }

    private static List<Column> join(List<List<Column>> parts) {
        return parts.stream().flatMap(List::stream).toList();
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
