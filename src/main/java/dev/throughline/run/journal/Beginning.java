package dev.throughline.run.journal;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The beginning of an exchange on its way to the record. An end that is known before it is sent to the database is
/// written with it, in one statement: both are recorded, or neither. Thread-safe.
public final class Beginning {
    /// Long enough for nearly every request to be recorded before its answer, whose status then says if that failed.
    private static final long MOMENT_MILLIS = 1_000;

    private final Promise<Void> recorded = Promise.promise();
    private @Nullable ExchangeEndStatement end;
    private boolean isSent;

    /// The beginning of an exchange that is recorded.
    public static Beginning alreadyRecorded() {
        var beginning = new Beginning();
        beginning.send();
        beginning.recorded.complete();
        return beginning;
    }

    /// Completes once the exchange is recorded, with its end if that is written with it; fails if that fails. Its
    /// listeners are called by `succeed` and `fail`.
    public Future<Void> recorded() {
        return recorded.future();
    }

    /// Completes once the exchange is recorded, or after a moment; fails if recording failed before. Call on the
    /// exchange's event loop, on which it completes.
    public Future<Void> recordedSoon(Vertx vertx) {
        Promise<Void> first = Promise.promise();
        long timer = vertx.setTimer(MOMENT_MILLIS, _ -> first.tryComplete());
        recorded.future().onComplete(_ -> vertx.cancelTimer(timer)).onComplete(first::tryComplete, first::tryFail);
        return first.future();
    }

    /// The exchange is recorded; call on the exchange's event loop.
    public void succeed() {
        recorded.complete();
    }

    /// The exchange could not be recorded; call on the exchange's event loop.
    public void fail(Throwable cause) {
        recorded.fail(cause);
    }

    /// Has the end of the exchange written with its beginning.
    /// @return false if the beginning is on its way without it
    synchronized boolean endsWith(ExchangeEndStatement known) {
        if (isSent) {
            return false;
        }
        end = known;
        return true;
    }

    /// Whether the end will be written with it.
    public synchronized boolean hasEnd() {
        return end != null;
    }

    /// Whether it is on its way.
    synchronized boolean isSent() {
        return isSent;
    }

    /// Called when it is sent to the database.
    /// @return the end to be written with it
    public synchronized Optional<ExchangeEndStatement> send() {
        isSent = true;
        return Optional.ofNullable(end);
    }
}
