package dev.throughline.fuzz;

import dev.throughline.testing.Thoroughness;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tries a property on many inputs of a shape.
final class FuzzRunner<T> {
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    /// A brief run tries a part of the inputs: the first of each target.
    private static final int DIVISOR = Thoroughness.tries(1, 12);
    private static final int SECONDS = Integer.getInteger("fuzz.seconds", 0);
    /// An input that takes longer hangs.
    private static final Duration LONGEST = Duration.ofSeconds(30);
    /// Half of what a thread of the service has, so that recursion shows.
    private static final long STACK_BYTES = 512 * 1024;
    private static final int SMALLER_TRIES = 5_000;

    private final String name;
    private final InputShape<T> inputShape;
    private final Property<T> property;
    private volatile long tried;
    private volatile @Nullable AssertionError failure;

    /// What must hold of every input; throws where it does not.
    interface Property<T> {
        void holds(T input) throws Exception;
    }

    private FuzzRunner(String name, InputShape<T> inputShape, Property<T> property) {
        this.name = name;
        this.inputShape = inputShape;
        this.property = property;
    }

    /// @param name of the target, for messages
    /// @param inputs how many are tried in a full run, unless a time is given
    static <T> void of(String name, InputShape<T> inputShape, int inputs, Property<T> property)
            throws InterruptedException {
        new FuzzRunner<>(name, inputShape, property).run(Math.max(1, inputs / DIVISOR));
    }

    private void run(int inputs) throws InterruptedException {
        var thread = new Thread(null, () -> tryAll(inputs), "fuzz-" + name, STACK_BYTES);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(
                (_, e) -> failure = new AssertionError(name + " could not go on: -Dfuzz.seed=" + (SEED + tried), e));
        thread.start();
        long before = -1;
        while (!thread.join(LONGEST)) {
            if (tried == before) {
                throw new AssertionError(name + " hangs: -Dfuzz.seed=" + (SEED + tried) + ", input "
                        + inputShape.shown().apply(input(tried)));
            }
            before = tried;
        }
        System.out.println("fuzz " + name + ": " + tried + " inputs from seed " + SEED);
        AssertionError found = failure;
        if (found != null) {
            throw found;
        }
    }

    private void tryAll(int inputs) {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        while (SECONDS == 0 ? tried < inputs : System.nanoTime() < end) {
            T input = input(tried);
            Optional<Throwable> thrown = thrown(input);
            if (thrown.isPresent()) {
                failure = report(input, thrown.get());
                return;
            }
            tried++;
        }
    }

    private T input(long number) {
        return inputShape.made().apply(new SeededChoices(SEED + number));
    }

    private Optional<Throwable> thrown(T input) {
        try {
            property.holds(input);
            return Optional.empty();
        } catch (Exception | AssertionError | StackOverflowError e) {
            return Optional.of(e);
        }
    }

    private AssertionError report(T input, Throwable thrown) {
        T smallest = input;
        Throwable reason = thrown;
        int tries = 0;
        Iterator<T> candidates = inputShape.smaller().apply(smallest).iterator();
        while (tries < SMALLER_TRIES && candidates.hasNext()) {
            T candidate = candidates.next();
            tries++;
            Optional<Throwable> again = thrown(candidate).filter(other -> isSame(other, thrown));
            if (again.isPresent()) {
                smallest = candidate;
                reason = again.get();
                candidates = inputShape.smaller().apply(smallest).iterator();
            }
        }
        String shown = inputShape.shown().apply(smallest);
        return new AssertionError(
                name + " fails: -Dfuzz.seed=" + (SEED + tried) + "\nsmallest input found: " + shown + "\n" + reason,
                reason);
    }

    private static boolean isSame(Throwable some, Throwable other) {
        return some.getClass() == other.getClass();
    }
}
