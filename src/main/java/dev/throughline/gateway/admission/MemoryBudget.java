package dev.throughline.gateway.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Heap bytes shared by requests and answers. A claim for more than is free waits in a bounded queue, in
/// which payers (keys, or addresses without a key) take turns. Thread-safe and non-blocking.
///
/// Small claims proceed while large ones wait: an eighth is reserved for them, of which one payer, whatever it holds,
/// leaves half to others. Of the rest one payer gets at most three quarters; but a payer that holds at most an eighth
/// may take all of it for one request. A large claim that does not fit is overtaken by smaller ones a few times, then
/// by small ones only.
public final class MemoryBudget {
    private static final int MOST_PASSED_OVER = 32;
    private static final int SMALL_PART = 256;
    private static final int LEFT_TO_OTHERS = 16;

    private final long capacity;
    private final long largest;
    private final long mostPerPayer;
    private final int maxWaiting;
    // All fields below are guarded by this. The order of the lanes is that of their turns.
    private final Map<Lane, Deque<Waiter>> lanes = new LinkedHashMap<>();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private int waiting;
    private long refused;

    /// @param capacity bytes
    /// @param maxWaiting maximum number of waiting claims
    public MemoryBudget(long capacity, int maxWaiting) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: at least 1 byte was expected, found " + capacity);
        }
        this.capacity = capacity;
        this.largest = capacity - capacity / 8;
        this.mostPerPayer = largest - largest / 4;
        this.maxWaiting = maxWaiting;
    }

    /// The result of a claim.
    public enum Decision {
        GRANTED,
        WAITING,
        REFUSED
    }

    /// A claim for bytes. Decided at once, or later by whoever frees memory.
    /// @param already bytes already held by the same request
    /// @param granted called when a waiting claim has its bytes, on any thread
    /// @param evicted called when a waiting claim is evicted, on any thread
    public record Claim(String payer, long bytes, long already, Runnable granted, Runnable evicted) {}

    /// The waiting claims of one payer, small ones separately.
    private record Lane(String payer, boolean isSmall) {}

    private static final class Waiter {
        private final Claim claim;
        private int passedOver;

        private Waiter(Claim claim) {
            this.claim = claim;
        }
    }

    /// Takes the bytes of a claim if they are free and it is nobody else's turn; otherwise it waits, or is
    /// refused if the queue is full.
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
        // Smaller claims overtake larger waiting ones.
        settle();
        return Decision.WAITING;
    }

    /// Returns bytes.
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

    /// Cancels a waiting claim.
    /// @return false if it no longer waits
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

    /// Total number of bytes.
    public long capacity() {
        return capacity;
    }

    /// Number of bytes taken.
    public synchronized long held() {
        return held;
    }

    /// Number of waiting claims.
    public synchronized int waiting() {
        return waiting;
    }

    /// Number of claims refused so far.
    public synchronized long refused() {
        return refused;
    }

    private void settle() {
        for (Optional<Claim> next = next(); next.isPresent(); next = next()) {
            next.get().granted().run();
        }
    }

    /// The next claim whose bytes are available.
    private synchronized Optional<Claim> next() {
        List<Waiter> passed = new ArrayList<>();
        boolean isHeldUp = false;
        for (Map.Entry<Lane, Deque<Waiter>> turn : lanes.entrySet()) {
            Lane lane = turn.getKey();
            Waiter first = turn.getValue().getFirst();
            if (fits(first.claim) && (lane.isSmall() || !isHeldUp)) {
                Deque<Waiter> rest = Objects.requireNonNull(lanes.remove(lane));
                rest.removeFirst();
                lanes.put(lane, rest);
                left(lane, rest);
                grant(first.claim);
                passed.forEach(waiter -> waiter.passedOver += lane.isSmall() ? 0 : 1);
                return Optional.of(first.claim);
            }
            // A payer that waits for its own share does not block others.
            if (!lane.isSmall() && held + first.claim.bytes() > largest) {
                isHeldUp |= first.passedOver >= MOST_PASSED_OVER;
                passed.add(first);
            }
        }
        return Optional.empty();
    }

    private Lane lane(Claim claim) {
        return new Lane(claim.payer(), isSmall(claim.bytes()));
    }

    /// Whether a claim for so many bytes may use what is reserved for small ones.
    boolean isSmall(long bytes) {
        return bytes <= capacity / SMALL_PART;
    }

    private boolean fits(Claim claim) {
        long own = heldBy.getOrDefault(claim.payer(), 0L);
        if (isSmall(claim.bytes())) {
            return held + claim.bytes() <= capacity && own + claim.bytes() <= capacity - capacity / LEFT_TO_OTHERS;
        }
        boolean hasLittle = own - claim.already() <= capacity - largest;
        return held + claim.bytes() <= largest && (hasLittle || own + claim.bytes() <= mostPerPayer);
    }

    private void grant(Claim claim) {
        heldBy.merge(claim.payer(), claim.bytes(), Long::sum);
        held += claim.bytes();
    }

    /// The newest claim of the longest lane is evicted for one of a shorter lane.
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
