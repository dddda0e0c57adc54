package dev.throughline.run.exchange;

import dev.throughline.run.RunId;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.StatementRunner;
import dev.throughline.verdict.IssuedAnswer;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Gatherers;

/// Reads what some answers issued, in parts beside one another.
///
/// @param numbers each once
record IssuedAnswerQuery(RunId run, List<Integer> numbers) {
    private static final int NUMBERS_AT_ONCE = 100;
    private static final int PARTS_AT_ONCE = 3;
    private static final int ITEMS = 2;
    private static final String SQL = """
            SELECT e.number, cast(e.link->>'turn' AS integer), items.*
            FROM unnest($2::integer[]) AS wanted (number)
            CROSS JOIN LATERAL (
                SELECT number, link FROM exchange WHERE run_id = $1 AND number = wanted.number OFFSET 0) e
            CROSS JOIN LATERAL (SELECT %s FROM item WHERE run_id = $1 AND exchange = e.number) items
            """.formatted(ItemColumns.AGGREGATED);

    static IssuedAnswerQuery of(RunId run, Collection<Integer> numbers) {
        return new IssuedAnswerQuery(run, numbers.stream().distinct().sorted().toList());
    }

    /// By number; none for an answer without items.
    Uni<List<IssuedAnswer>> read(StatementRunner statements) {
        return Multi.createFrom()
                .items(numbers.stream().gather(Gatherers.windowFixed(NUMBERS_AT_ONCE)))
                .onItem()
                .transformToUni(part -> statements.list(SQL, values(part), IssuedAnswerQuery::answer))
                .merge(PARTS_AT_ONCE)
                .onItem()
                .<IssuedAnswer>disjoint()
                .collect()
                .asList()
                .map(found -> found.stream()
                        .filter(answer -> !answer.items().isEmpty())
                        .sorted(Comparator.comparingInt(IssuedAnswer::number))
                        .toList());
    }

    private Tuple values(List<Integer> part) {
        return Tuple.of(run.value()).addArrayOfInteger(part.toArray(Integer[]::new));
    }

    private static IssuedAnswer answer(Row row) {
        return new IssuedAnswer(row.getInteger(0), row.getInteger(1), ItemColumns.read(row, ITEMS));
    }
}
