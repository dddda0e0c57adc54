package dev.throughline.run.journal;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.RunId;
import dev.throughline.run.SampledTokens;
import dev.throughline.run.TokenKind;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/// Reads recorded tokens row by row.
@ApplicationScoped
public class TokenReader {
    /// SQL: the number of events that are recorded of exchange `e`. Of a slice it follows the form, as `SliceCodec`
    /// writes it.
    public static final String RECORDED = """
            (SELECT coalesce(sum((get_byte(s.head, 0) & 127)
                + CASE WHEN get_byte(s.head, 0) > 127 THEN get_byte(s.head, 1) << 7 ELSE 0 END), 0)
            FROM (SELECT substring(events FROM 2 FOR 2) AS head FROM token_slice
                WHERE run_id = e.run_id AND exchange = e.number) s)""";

    private static final int SLICES = 64;
    private static final String SELECT = """
        SELECT first_seq, events FROM token_slice
        WHERE run_id = $1 AND exchange = $2 AND first_seq >= $3 ORDER BY first_seq LIMIT\s\
        """ + SLICES;

    private static final String SOME = """
            SELECT first_seq, events, exchange FROM token_slice
            WHERE run_id = $1 AND exchange = ANY ($2::integer[]) ORDER BY exchange, first_seq""";

    private static final String LATEST = """
            SELECT first_seq, events FROM token_slice
            WHERE run_id = $1 AND exchange = $2 ORDER BY first_seq DESC LIMIT $3""";

    private final Pool pool;

    TokenReader(Pool pool) {
        this.pool = pool;
    }

    /// The events of some answers by the number of their exchange, without what the client did not receive;
    /// no entry for an answer of which nothing was recorded.
    public Uni<Map<Integer, List<StreamEvent>>> answers(RunId run, Collection<Integer> numbers) {
        return some(run, numbers, _ -> true, TokenCodec::events);
    }

    /// The ids of tokens of some exchanges by number; no entry where the backend returned none.
    public Uni<Map<Integer, SampledTokens>> sampled(RunId run, Collection<Integer> numbers) {
        return some(
                run,
                numbers,
                token -> token.kind() == TokenKind.SAMPLED,
                tokens -> SampledTokens.of(
                        tokens.stream().map(RecordedToken::text).toList()));
    }

    private <T> Uni<Map<Integer, T>> some(
            RunId run,
            Collection<Integer> numbers,
            Predicate<RecordedToken> isWanted,
            Function<List<RecordedToken>, T> joined) {
        return pool.preparedQuery(SOME)
                .execute(Tuple.tuple().addString(run.value()).addArrayOfInteger(numbers.toArray(Integer[]::new)))
                .map(rows -> {
                    Map<Integer, List<RecordedToken>> tokens = new HashMap<>();
                    rows.forEach(row -> tokens(List.of(row)).stream()
                            .filter(isWanted)
                            .forEach(token -> tokens.computeIfAbsent(row.getInteger(2), _ -> new ArrayList<>())
                                    .add(token)));
                    Map<Integer, T> found = new HashMap<>();
                    tokens.forEach((number, recorded) -> found.put(number, joined.apply(recorded)));
                    return found;
                });
    }

    public Multi<RecordedToken> read(RunId run, int number) {
        return Multi.createBy()
                .repeating()
                .uni(AtomicInteger::new, next -> page(run, number, next))
                .whilst(page -> !page.isEmpty())
                .onItem()
                .disjoint();
    }

    /// The last recorded tokens of an exchange, in order, as many as the given number of rows holds.
    public Uni<List<RecordedToken>> latest(RunId run, int number, int rows) {
        return pool.preparedQuery(LATEST)
                .execute(Tuple.of(run.value(), number, rows))
                .map(found -> {
                    List<RecordedToken> tokens = tokens(found);
                    tokens.sort(Comparator.comparingInt(RecordedToken::seq));
                    return tokens;
                });
    }

    private Uni<List<RecordedToken>> page(RunId run, int number, AtomicInteger next) {
        return pool.preparedQuery(SELECT)
                .execute(Tuple.of(run.value(), number, next.get()))
                .map(rows -> {
                    List<RecordedToken> tokens = tokens(rows);
                    if (!tokens.isEmpty()) {
                        next.set(tokens.getLast().seq() + 1);
                    }
                    return tokens;
                });
    }

    private static List<RecordedToken> tokens(Iterable<Row> slices) {
        List<RecordedToken> tokens = new ArrayList<>();
        slices.forEach(
                row -> SliceCodec.decode(row.getInteger(0), row.getBuffer(1).getBytes(), tokens));
        return tokens;
    }
}
