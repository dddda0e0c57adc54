package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.TokenKind;
import dev.throughline.stream.StreamEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The events of one exchange until they are committed. All methods on the event loop of its lane.
///
/// A slice is cut when it is long enough, when the lane's time is up, or when a commit is asked for.
final class ExchangeEventBuffer implements ExchangeJournal {
    private static final int SMALLEST = 16;
    // What an event takes beside its characters: the objects of its text and its places in the arrays.
    private static final int EVENT_BYTES = 64;
    // Rows are read back one by one, so that none is much larger; a single event may be.
    private static final long SLICE_BYTES = 128 * 1024;

    private final AnswerIdentity answer;
    private final EventLoopJournal eventLoopJournal;
    private final JournalWriter writer;
    private final int sliceEvents;
    private final Queue<Waiter> waiters = new ArrayDeque<>();

    private byte[] kinds = {};
    private long[] micros = {};
    private String[] texts = {};
    private int count;
    private long bytes;
    private int taken;
    private int committed;
    private boolean listed;
    private boolean ending;
    private Consumer<? super Throwable> onLoss = cause -> {};

    // Written by the writer, which gives up an exchange's later slices with the first that is lost.
    private volatile boolean isBroken;

    @Nullable
    private Throwable failure;

    private record Waiter(int until, Runnable done, Consumer<Throwable> failed) {}

    ExchangeEventBuffer(
            AnswerIdentity answer, EventLoopJournal eventLoopJournal, JournalWriter writer, int sliceEvents) {
        this.answer = answer;
        this.eventLoopJournal = eventLoopJournal;
        this.writer = writer;
        this.sliceEvents = sliceEvents;
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
        take(TokenCodec.kind(event), TokenCodec.text(event), at);
    }

    @Override
    public void takeRaw(String text, long at) {
        take(TokenKind.RAW, text, at);
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
            cut().ifPresent(writer::offer);
        } else if (!listed) {
            listed = true;
            eventLoopJournal.list(this);
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
            // What is left is written with the end, not when the lane's time is up.
            ending = true;
            await(taken - count, () -> writeEnd(end, done), done::fail);
        });
    }

    @Override
    public long tokens() {
        return taken;
    }

    /// What was taken since the last slice. The lane calls it when the time is up.
    Optional<TokenBatch> cutWhenDue() {
        listed = false;
        return ending ? Optional.empty() : cut();
    }

    /// A slice is on the disk.
    void settle(TokenBatch tokenBatch) {
        committed += tokenBatch.count();
        while (!waiters.isEmpty() && waiters.peek().until() <= committed) {
            waiters.remove().done().run();
        }
    }

    /// Whether a slice was lost; from any thread.
    boolean isBroken() {
        return isBroken;
    }

    void breakOff() {
        isBroken = true;
    }

    /// A slice is lost, and with it the exchange.
    void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            // Not at once: whoever has just handed over an event is not done with it.
            eventLoopJournal.context().runOnContext(told -> onLoss.accept(cause));
        }
        eventLoopJournal.room().free(bytes);
        writer.tally().lost(count);
        drop();
        while (!waiters.isEmpty()) {
            waiters.remove().failed().accept(cause);
        }
    }

    private void commit(UniEmitter<? super Void> done) {
        cut().ifPresent(writer::offer);
        await(taken, () -> done.complete(null), done::fail);
    }

    private void await(int until, Runnable done, Consumer<Throwable> failed) {
        Throwable cause = failure;
        if (cause != null) {
            failed.accept(cause);
        } else if (committed >= until) {
            done.run();
        } else {
            waiters.add(new Waiter(until, done, failed));
        }
    }

    private void writeEnd(ExchangeEnd end, UniEmitter<? super Void> done) {
        Optional<TokenBatch> last = cut();
        writer.end(ExchangeEndStatement.of(answer, end, last))
                .onComplete(written -> eventLoopJournal.context().runOnContext(arrived -> {
                    if (written.succeeded()) {
                        last.ifPresent(this::settle);
                        done.complete(null);
                    } else {
                        fail(written.cause());
                        done.fail(written.cause());
                    }
                }));
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
}
