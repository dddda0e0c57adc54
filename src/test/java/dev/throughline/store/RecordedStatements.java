package dev.throughline.store;

import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/// Keeps what was run, for tests that look at it. In this package since statements are made nowhere else.
@Alternative
@Singleton
public class RecordedStatements extends StatementRunner {
    private final Queue<Recorded> recorded = new ConcurrentLinkedQueue<>();

    RecordedStatements(Pool pool, DatabaseProgress progress) {
        super(pool, progress);
    }

    /// A statement and the values of its parameters.
    public record Recorded(String sql, Tuple values) {}

    @Override
    public <T> Uni<T> run(String sql, Tuple values, Function<RowSet<Row>, T> reader) {
        recorded.add(new Recorded(sql, values));
        return super.run(sql, values, reader);
    }

    /// What was run since this was asked last.
    public List<Recorded> take() {
        List<Recorded> taken = new ArrayList<>();
        for (Recorded one = recorded.poll(); one != null; one = recorded.poll()) {
            taken.add(one);
        }
        return taken;
    }
}
