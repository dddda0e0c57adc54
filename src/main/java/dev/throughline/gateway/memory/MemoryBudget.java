package dev.throughline.gateway.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Bytes of the heap that requests and answers share. Whoever asks for more than is free waits in a bounded room, where
/// payers (keys, or addresses where no key was shown) take turns. Safe from any thread, never blocks.
///
/// Small claims go on while large ones wait: an eighth is kept for them. Of the rest one payer gets no more than three
/// quarters, so that others find room; but a payer that holds no more than an eighth may take all of it for one
/// request.
/// A large claim that does not fit is passed over by smaller ones a few times, then by small ones only.
public final class MemoryBudget {
    private static final int MOST_PASSED_OVER = 32;
    private static final int SMALL_PART = 256;

    private final long capacity;
    private final long largest;
    private final long mostPerPayer;
    private final int maxWaiting;
    // All below are guarded by this. The order of the lanes is that of their turns.
    private final Map<Lane, Deque<Waiter>> lanes = new LinkedHashMap<>();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private int waiting;
    private long refused;

    /// @param capacity bytes
    /// @param maxWaiting claims that wait at once
    public MemoryBudget(long capacity, int maxWaiting) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: at least 1 byte was expected, found " + capacity);
        }
        this.capacity = capacity;
        this.largest = capacity - capacity / 8;
        this.mostPerPayer = largest - largest / 4;
        this.maxWaiting = maxWaiting;
    }

    /// What became of a claim.
    public enum Decision {
        GRANTED,
        WAITING,
        REFUSED
    }

    /// One wish for bytes. Decided at once, or later by whoever frees memory.
    /// @param already bytes that the same request holds and that this adds to
    /// @param granted called when a waiting claim has its bytes, on any thread
    /// @param evicted called when a waiting claim has to make way, on any thread
    public record Claim(String payer, long bytes, long already, Runnable granted, Runnable evicted) {}

    /// Where claims of one payer wait for their turn, the small ones apart.
    private record Lane(String payer, boolean isSmall) {}

    private static final class Waiter {
        private final Claim claim;
        private int passedOver;

        private Waiter(Claim claim) {
            this.claim = claim;
        }
    }

    /// Takes the bytes of a claim if they are free and nobody else's turn; else it waits, or is refused when the
    /// waiting room is full.
    public Decision take(Claim claim) {
        Optional<Claim> evicted;
        synchronized (this) {
            if (waiting == 0 && fits(claim)) {
                grant(claim);
                return Decision.GRANTED;
            }
            Lane lane = lane(claim);
            evicted = makeRoom(lane);
            if (waiting >= maxWaiting) {
                refused++;
                return Decision.REFUSED;
            }
            lanes.computeIfAbsent(lane, _ -> new ArrayDeque<>()).add(new Waiter(claim));
            waiting++;
        }
        evicted.map(Claim::evicted).ifPresent(Runnable::run);
        // Smaller claims pass those that wait for much.
        settle();
        return Decision.WAITING;
    }

    /// Gives bytes back.
    public void free(String payer, long bytes) {
        synchronized (this) {
            long own = heldBy.getOrDefault(payer, 0L) - bytes;
            if (own < 0) {
                throw new IllegalStateException("more bytes were released than were acquired");
            }
            if (own == 0) {
                heldBy.remove(payer);
            } else {
                heldBy.put(payer, own);
            }
            held -= bytes;
            if (waiting == 0) {
                return;
            }
        }
        settle();
    }

    /// Ends the wait of a claim.
    /// @return false when it waits no more
    public boolean giveUp(Claim claim) {
        synchronized (this) {
            Deque<Waiter> lane = lanes.get(lane(claim));
            if (lane == null || !lane.removeIf(waiter -> waiter.claim == claim)) {
                return false;
            }
            left(lane(claim), lane);
            refused++;
        }
        settle();
        return true;
    }

    /// The largest claim that could ever be granted.
    public long largest() {
        return largest;
    }

    /// Bytes that there are.
    public long capacity() {
        return capacity;
    }

    /// Bytes that are taken.
    public synchronized long held() {
        return held;
    }

    /// Claims that wait.
    public synchronized int waiting() {
        return waiting;
    }

    /// Claims that were turned away so far.
    public synchronized long refused() {
        return refused;
    }

    private void settle() {
        for (Optional<Claim> next = next(); next.isPresent(); next = next()) {
            next.get().granted().run();
        }
    }

    /// The next claim that has its bytes now.
    private synchronized Optional<Claim> next() {
        List<Waiter> passed = new ArrayList<>();
        boolean isHeldUp = false;
        for (Map.Entry<Lane, Deque<Waiter>> turn : lanes.entrySet()) {
            Lane lane = turn.getKey();
            Waiter first = turn.getValue().getFirst();
            if (fits(first.claim) && (lane.isSmall() || !isHeldUp)) {
                Deque<Waiter> rest = lanes.remove(lane);
                rest.removeFirst();
                lanes.put(lane, rest);
                left(lane, rest);
                grant(first.claim);
                passed.forEach(waiter -> waiter.passedOver += lane.isSmall() ? 0 : 1);
                return Optional.of(first.claim);
            }
            // A payer that waits for its own share holds nobody else up.
            if (!lane.isSmall() && held + first.claim.bytes() > largest) {
                isHeldUp |= first.passedOver >= MOST_PASSED_OVER;
                passed.add(first);
            }
        }
        return Optional.empty();
    }

    private Lane lane(Claim claim) {
        return new Lane(claim.payer(), isSmall(claim));
    }

    private boolean isSmall(Claim claim) {
        return claim.bytes() <= capacity / SMALL_PART;
    }

    private boolean fits(Claim claim) {
        if (isSmall(claim)) {
            return held + claim.bytes() <= capacity;
        }
        long own = heldBy.getOrDefault(claim.payer(), 0L);
        boolean hasLittle = own - claim.already() <= capacity - largest;
        return held + claim.bytes() <= largest && (hasLittle || own + claim.bytes() <= mostPerPayer);
    }

    private void grant(Claim claim) {
        heldBy.merge(claim.payer(), claim.bytes(), Long::sum);
        held += claim.bytes();
    }

    /// The newest claim of the longest lane makes way for one of a shorter.
    private Optional<Claim> makeRoom(Lane lane) {
        if (waiting < maxWaiting) {
            return Optional.empty();
        }
        int count = lanes.containsKey(lane) ? lanes.get(lane).size() : 0;
        return lanes.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue().size()))
                .filter(longest -> longest.getValue().size() > count + 1)
                .map(longest -> {
                    Claim newest = longest.getValue().removeLast().claim;
                    left(longest.getKey(), longest.getValue());
                    refused++;
                    return newest;
                });
    }

    private void left(Lane lane, Deque<Waiter> rest) {
        waiting--;
        if (rest.isEmpty()) {
            lanes.remove(lane);
        }
    }
}
