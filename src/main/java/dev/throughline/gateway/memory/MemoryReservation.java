package dev.throughline.gateway.memory;

import io.vertx.core.Context;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What one request holds of the budget. Lives on one event loop; given back once, whatever was taken.
public final class MemoryReservation {
    private final MemoryBudget budget;
    private final Context loop;
    private final String payer;
    private final Duration waitTimeout;
    private long held;
    private boolean isReleased;
    private MemoryBudget.@Nullable Claim waiting;
    private long timer = -1;

    /// @param payer the key, or the address where no key was shown
    /// @param waitTimeout how long a growth waits for room
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

    /// Whether it could ever hold so much more.
    public boolean canGrow(long more) {
        return held + more <= budget.largest();
    }

    /// Takes more bytes, at once or when there is room; one growth at a time. Neither is called after `release`.
    /// @param granted called on the event loop, within this call when there is room
    /// @param refused called on the event loop when there was no room in time
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

    /// Gives all bytes back; a growth that waits is given up.
    public void release() {
        if (isReleased) {
            return;
        }
        isReleased = true;
        MemoryBudget.Claim claim = waiting;
        waiting = null;
        loop.owner().cancelTimer(timer);
        if (claim != null) {
            // When it was granted meanwhile, the grant comes later and frees what it brings.
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
