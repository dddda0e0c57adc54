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
final class ExchangeLog implements TokenLog {
    private static final int SMALLEST = 16;
    // What an event takes beside its characters: the objects of its text and its places in the arrays.
    private static final int EVENT_BYTES = 64;
    // Rows are read back one by one, so that none is much larger; a single event may be.
    private static final long SLICE_BYTES = 128 * 1024;

    private final AnswerIdentity answer;
    private final Lane lane;
    private final BatchWriter writer;
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

    ExchangeLog(AnswerIdentity answer, Lane lane, BatchWriter writer, int sliceEvents) {
        this.answer = answer;
        this.lane = lane;
        this.writer = writer;
        this.sliceEvents = sliceEvents;
    }

    AnswerIdentity answer() {
        return answer;
    }

    Lane lane() {
        return lane;
    }

    BatchWriter writer() {
        return writer;
    }

    @Override
    public void take(StreamEvent event, long at) {
        take(TokenText.kind(event), TokenText.text(event), at);
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
        if (!lane.room().take(size)) {
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
            lane.list(this);
        }
    }

    @Override
    public boolean isFull() {
        return lane.room().isFull();
    }

    @Override
    public void onRoom(Runnable resume) {
        lane.room().await(lane.context(), resume);
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
    Optional<Slice> cutWhenDue() {
        listed = false;
        return ending ? Optional.empty() : cut();
    }

    /// A slice is on the disk.
    void settle(Slice slice) {
        committed += slice.count();
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
            lane.context().runOnContext(told -> onLoss.accept(cause));
        }
        lane.room().free(bytes);
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
        Optional<Slice> last = cut();
        writer.end(EndWrite.of(answer, end, last))
                .onComplete(written -> lane.context().runOnContext(arrived -> {
                    if (written.succeeded()) {
                        last.ifPresent(this::settle);
                        done.complete(null);
                    } else {
                        fail(written.cause());
                        done.fail(written.cause());
                    }
                }));
    }

    private Optional<Slice> cut() {
        if (count == 0) {
            return Optional.empty();
        }
        Slice slice = new Slice(this, taken - count, count, kinds, micros, texts, System.nanoTime(), bytes);
        drop();
        return Optional.of(slice);
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
