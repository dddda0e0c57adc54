package dev.throughline.gateway.admission;

import io.vertx.core.Context;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One request's reservation in the budget. Confined to one event loop; released once, whatever was taken.
public final class MemoryReservation {
    private final MemoryBudget budget;
    private final Context loop;
    private final String payer;
    private final Duration waitTimeout;
    private long held;
    private boolean isReleased;
    private MemoryBudget.@Nullable Claim waiting;
    private long timer = -1;

    /// @param payer the key, or the address if no key was sent
    /// @param waitTimeout how long an increase waits for room
    public MemoryReservation(MemoryBudget budget, Context loop, String payer, Duration waitTimeout) {
        this.budget = budget;
        this.loop = loop;
        this.payer = payer;
        this.waitTimeout = waitTimeout;
    }

    /// Bytes that it holds.
    public long held() {
        return held;
    }

    /// Whether others wait for memory while this holds more than a small request needs.
    public boolean isInTheWay() {
        return budget.waiting() > 0 && !budget.isSmall(held);
    }

    /// Whether such an increase could ever be granted.
    public boolean canGrow(long more) {
        return held + more <= budget.largest();
    }

    /// Takes more bytes, immediately or when there is room; one increase at a time. Neither callback is
    /// called after `release`.
    /// @param granted called on the event loop, within this call if there is room
    /// @param refused called on the event loop if there was no room in time
    public void grow(long more, Runnable granted, Runnable refused) {
        if (isReleased) {
            return;
        }
        var wish = new Growth(granted, refused);
        var claim = new MemoryBudget.Claim(
                payer,
                more,
                held,
                () -> loop.runOnContext(_ -> wish.grant()),
                () -> loop.runOnContext(_ -> wish.refuse()));
        wish.claim = claim;
        switch (budget.take(claim)) {
            case GRANTED -> {
                held += more;
                granted.run();
            }
            case WAITING -> {
                waiting = claim;
                timer = loop.owner().setTimer(Math.max(1, waitTimeout.toMillis()), _ -> {
                    if (budget.giveUp(claim)) {
                        wish.refuse();
                    }
                });
            }
            case REFUSED -> refused.run();
        }
    }

    /// Returns a part of the bytes.
    /// @param less at most what it holds; nothing is returned if it is not positive, or after `release`
    public void shrink(long less) {
        if (less > 0 && !isReleased) {
            held -= less;
            budget.free(payer, less);
        }
    }

    /// Releases all bytes; a waiting increase is cancelled.
    public void release() {
        if (isReleased) {
            return;
        }
        isReleased = true;
        MemoryBudget.Claim claim = waiting;
        waiting = null;
        loop.owner().cancelTimer(timer);
        if (claim != null) {
            // If it was granted in the meantime, the callback runs later and releases its bytes.
            budget.giveUp(claim);
        }
        long bytes = held;
        held = 0;
        if (bytes > 0) {
            budget.free(payer, bytes);
        }
    }

    private final class Growth {
        private final Runnable granted;
        private final Runnable refused;
        private MemoryBudget.@Nullable Claim claim;

        private Growth(Runnable granted, Runnable refused) {
            this.granted = granted;
            this.refused = refused;
        }

        private void grant() {
            MemoryBudget.Claim own = claim;
            if (own == null) {
                return;
            }
            if (isReleased) {
                budget.free(payer, own.bytes());
                return;
            }
            over();
            held += own.bytes();
            granted.run();
        }

        private void refuse() {
            if (!isReleased) {
                over();
                refused.run();
            }
        }

        private void over() {
            waiting = null;
            loop.owner().cancelTimer(timer);
        }
    }
}
