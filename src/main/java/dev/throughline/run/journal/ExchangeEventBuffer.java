package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RunId;
import dev.throughline.run.TokenKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.AsyncResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The events of one exchange until they are committed. All methods must be called on the exchange's event
/// loop.
///
/// A batch is cut when it is long enough, when the flush timer fires, or when a commit is requested. None is
/// written before the exchange itself is recorded.
final class ExchangeEventBuffer implements ExchangeJournal {
    private static final int SMALLEST = 16;
    // Overhead of an event besides its characters: its text objects and its array elements.
    private static final int EVENT_BYTES = 64;
    // Rows are read back one by one, so none is much larger than this, except for a single larger event.
    private static final long SLICE_BYTES = 128 * 1024;
    // Larger ones are written by themselves, so that beginnings written together stay small.
    private static final long LARGEST_WITH_BEGINNING = 32 * 1024;

    private final AnswerIdentity answer;
    private final EventLoopJournal eventLoopJournal;
    private final JournalWriter writer;
    private final int sliceEvents;
    private final Beginning beginning;
    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private final List<TokenBatch> early = new ArrayList<>();

    private byte[] kinds = {};
    private long[] micros = {};
    private String[] texts = {};
    private int count;
    private long bytes;
    private int taken;
    private int committed;
    private boolean listed;
    private boolean ending;
    private boolean isBegun;
    private Optional<FinishReason> finish = Optional.empty();
    private Consumer<? super Throwable> onLoss = cause -> {};

    // Set by the writer, which drops an exchange's later batches once one is lost.
    private volatile boolean isBroken;

    @Nullable
    private Throwable failure;

    private record Waiter(int until, Runnable done, Consumer<Throwable> failed) {}

    /// @param beginning after which `begun` or `fail` must follow
    ExchangeEventBuffer(
            AnswerIdentity answer,
            EventLoopJournal eventLoopJournal,
            JournalWriter writer,
            int sliceEvents,
            Beginning beginning) {
        this.answer = answer;
        this.eventLoopJournal = eventLoopJournal;
        this.writer = writer;
        this.sliceEvents = sliceEvents;
        this.beginning = beginning;
    }

    AnswerIdentity answer() {
        return answer;
    }

    EventLoopJournal eventLoopJournal() {
        return eventLoopJournal;
    }

    JournalWriter writer() {
        return writer;
    }

    @Override
    public void take(StreamEvent event, long at) {
        if (event instanceof StreamEvent.Finish end) {
            finish = Optional.of(end.reason());
        }
        take(TokenCodec.kind(event), TokenCodec.text(event), at);
    }

    @Override
    public void takeRaw(String text, long at) {
        take(TokenKind.RAW, text, at);
    }

    @Override
    public void takeSampled(String tokens, long at) {
        take(TokenKind.SAMPLED, tokens, at);
    }

    private void take(TokenKind kind, String text, long at) {
        taken++;
        if (failure != null) {
            writer.tally().lost(1);
            return;
        }
        long size = EVENT_BYTES + 2L * text.length();
        if (!eventLoopJournal.room().take(size)) {
            writer.tally().lost(1);
            fail(new JournalFullException(answer.run(), answer.number()));
            return;
        }
        append((byte) kind.code(), at, text);
        bytes += size;
        if (count == sliceEvents || bytes >= SLICE_BYTES) {
            cut().ifPresent(this::offer);
        } else if (!listed && isBegun) {
            listed = true;
            eventLoopJournal.list(this, taken == count);
        }
    }

    @Override
    public boolean isFull() {
        return eventLoopJournal.room().isFull();
    }

    @Override
    public void onRoom(Runnable resume) {
        eventLoopJournal.room().await(eventLoopJournal.context(), resume);
    }

    @Override
    public void onLoss(Consumer<? super Throwable> listener) {
        onLoss = listener;
    }

    @Override
    public Uni<Void> commit() {
        return Uni.createFrom().emitter(this::commit);
    }

    @Override
    public Uni<Void> end(ExchangeEnd end) {
        return Uni.createFrom().emitter(done -> {
            // The rest is written with the end, not by the flush timer.
            ending = true;
            if (!isEndOfBeginning(end, done)) {
                await(taken - count, () -> writeEnd(end, done), done::fail);
            }
        });
    }

    @Override
    public long tokens() {
        return taken;
    }

    /// Cuts the events taken since the last batch. Called when the flush timer fires.
    Optional<TokenBatch> cutWhenDue() {
        listed = false;
        return ending ? Optional.empty() : cut();
    }

    /// The exchange is recorded: what was taken so far may be written.
    void begun() {
        if (failure != null) {
            return;
        }
        isBegun = true;
        early.forEach(writer::offer);
        early.clear();
        if (!ending) {
            cut().ifPresent(writer::offer);
        }
        release();
    }

    /// A batch was committed.
    void settle(TokenBatch tokenBatch) {
        committed += tokenBatch.count();
        release();
    }

    private void release() {
        while (!waiters.isEmpty() && waiters.peek().until() <= committed) {
            waiters.remove().done().run();
        }
    }

    private void offer(TokenBatch tokenBatch) {
        if (isBegun) {
            writer.offer(tokenBatch);
        } else {
            early.add(tokenBatch);
        }
    }

    /// Whether a batch was lost. Callable from any thread.
    boolean isBroken() {
        return isBroken;
    }

    void breakOff() {
        isBroken = true;
    }

    /// A batch is lost, and with it the exchange.
    void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            // Deferred: the caller that has just handed over an event is not done with it.
            eventLoopJournal.context().runOnContext(_ -> onLoss.accept(cause));
        }
        eventLoopJournal
                .room()
                .free(bytes + early.stream().mapToLong(TokenBatch::bytes).sum());
        writer.tally().lost(count + early.stream().mapToLong(TokenBatch::count).sum());
        early.clear();
        drop();
        while (!waiters.isEmpty()) {
            waiters.remove().failed().accept(cause);
        }
    }

    private void commit(UniEmitter<? super Void> done) {
        cut().ifPresent(this::offer);
        await(taken, () -> done.complete(null), done::fail);
    }

    private void await(int until, Runnable done, Consumer<Throwable> failed) {
        Throwable cause = failure;
        if (cause != null) {
            failed.accept(cause);
        } else if (isBegun && committed >= until) {
            done.run();
        } else {
            waiters.add(new Waiter(until, done, failed));
        }
    }

    // Of a short answer, all is in its last batch.
    private boolean isEndOfBeginning(ExchangeEnd end, UniEmitter<? super Void> done) {
        if (failure != null || beginning.isSent() || !early.isEmpty() || bytes > LARGEST_WITH_BEGINNING) {
            return false;
        }
        Optional<TokenBatch> last = cut();
        var write = ExchangeEndStatement.of(answer, end, finish, last);
        if (!beginning.endsWith(write)) {
            last.ifPresent(this::offer);
            return false;
        }
        // On the event loop by what `Beginning` says, and in this turn of it: the answer's frames leave with its end.
        writer.endWith(write, beginning.recorded()).onComplete(written -> settleEnd(written, last, done));
        return true;
    }

    private void writeEnd(ExchangeEnd end, UniEmitter<? super Void> done) {
        Optional<TokenBatch> last = cut();
        writer.end(ExchangeEndStatement.of(answer, end, finish, last))
                .onComplete(written -> eventLoopJournal.context().runOnContext(_ -> settleEnd(written, last, done)));
    }

    private void settleEnd(AsyncResult<Void> written, Optional<TokenBatch> last, UniEmitter<? super Void> done) {
        if (written.succeeded()) {
            last.ifPresent(this::settle);
            done.complete(null);
        } else {
            fail(written.cause());
            done.fail(written.cause());
        }
    }

    private Optional<TokenBatch> cut() {
        if (count == 0) {
            return Optional.empty();
        }
        TokenBatch tokenBatch =
                new TokenBatch(this, taken - count, count, kinds, micros, texts, System.nanoTime(), bytes);
        drop();
        return Optional.of(tokenBatch);
    }

    private void drop() {
        kinds = new byte[0];
        micros = new long[0];
        texts = new String[0];
        count = 0;
        bytes = 0;
    }

    private void append(byte kind, long at, String text) {
        if (count == kinds.length) {
            grow();
        }
        kinds[count] = kind;
        micros[count] = at;
        texts[count] = text;
        count++;
    }

    private void grow() {
        int size = Math.min(sliceEvents, Math.max(SMALLEST, count * 4));
        kinds = Arrays.copyOf(kinds, size);
        micros = Arrays.copyOf(micros, size);
        texts = Arrays.copyOf(texts, size);
    }

    /// The journal's memory is used up: the database is unavailable or too slow, and a source did not pause in
    /// time.
    public static final class JournalFullException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        JournalFullException(RunId run, int number) {
            super("the journal is full: exchange " + number + " of run " + run + " cannot be recorded");
        }
    }
}
