package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/// Counts what the journal wrote and lost since the start. Updated once per batch; readable from any thread.
final class JournalTally {
    private final AtomicLongArray tokens = new AtomicLongArray(TokenKind.values().length);
    private final LongAdder rows = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final DatabaseOutage outage = new DatabaseOutage();

    void committed(List<TokenBatch> slices) {
        long[] kinds = new long[tokens.length()];
        for (TokenBatch tokenBatch : slices) {
            for (int i = 0; i < tokenBatch.count(); i++) {
                kinds[tokenBatch.kinds()[i]]++;
            }
        }
        for (int kind = 0; kind < kinds.length; kind++) {
            tokens.addAndGet(kind, kinds[kind]);
        }
        rows.add(slices.size());
        commits.increment();
    }

    void retried(Throwable cause) {
        retries.increment();
        outage.failed(cause);
    }

    void written() {
        outage.over();
    }

    /// Counts tokens that will never be stored; their exchanges end with an error.
    void lost(long count) {
        lost.add(count);
    }

    long tokens(TokenKind kind) {
        return tokens.get(kind.code());
    }

    long rows() {
        return rows.sum();
    }

    long commits() {
        return commits.sum();
    }

    long retries() {
        return retries.sum();
    }

    long lost() {
        return lost.sum();
    }
}
