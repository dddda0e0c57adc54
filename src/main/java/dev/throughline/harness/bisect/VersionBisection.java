package dev.throughline.harness.bisect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds by halving where the result changes in a list of versions whose ends differ.
///
/// A version without a result is left out, and next a version is tried that lies far from it, because neighbors often
/// fail for the same reason, but near enough to the middle for this bound: among n versions between the ends at most
/// ⌈log2(n + 1)⌉ checks have a result, for each change that is followed.
final class VersionBisection {
    private static final int MOST_PARTS = 8;

    private final List<String> versions;
    private final Map<String, String> absent;
    private final Function<String, VersionState> probe;
    private final Map<String, VersionState> known = new LinkedHashMap<>();

    /// @param versions oldest first
    /// @param absent versions that are known not to run, with the reason; these are never checked
    /// @param probe checks a version
    VersionBisection(List<String> versions, Map<String, String> absent, Function<String, VersionState> probe) {
        this.versions = List.copyOf(versions);
        this.absent = Map.copyOf(absent);
        this.probe = probe;
        absent.forEach((version, reason) -> known.put(version, VersionState.without(reason)));
    }

    /// The result of a version; each is checked once.
    VersionState state(String version) {
        VersionState state = known.get(version);
        if (state == null) {
            state = probe.apply(version);
            known.put(version, state);
        }
        return state;
    }

    /// Number of versions whose check gave a result.
    int checks() {
        return (int) known.values().stream()
                .filter(state -> state.result().isPresent())
                .count();
    }

    /// The versions without a result, oldest first: those that are known not to run, and those whose check failed.
    List<BisectReport.NotJudged> notJudged() {
        return versions.stream()
                .filter(this::isUnfit)
                .map(version ->
                        new BisectReport.NotJudged(version, state(version).reason(), !absent.containsKey(version)))
                .toList();
    }

    private boolean isUnfit(String version) {
        VersionState state = known.get(version);
        return state != null && state.result().isEmpty();
    }

    /// The changes on both sides of a window: between ends with the same result a version with another one is looked
    /// for, by trying the middle, then the quarters, then the eighths. Empty if the ends differ or no such version
    /// is met; a window of an eighth of the versions or more is.
    List<VersionChange> window() {
        int newest = versions.size() - 1;
        VersionState ends = state(versions.getFirst());
        if (!ends.isSame(state(versions.getLast()))) {
            return List.of();
        }
        for (int parts = 2; parts <= MOST_PARTS; parts *= 2) {
            for (int part = 1; part < parts; part += 2) {
                int inside = newest * part / parts;
                VersionState state = state(versions.get(inside));
                if (state.result().isPresent() && !state.isSame(ends)) {
                    return Stream.of(change(0, inside), change(inside, newest))
                            .flatMap(Optional::stream)
                            .toList();
                }
            }
        }
        return List.of();
    }

    /// The changes between the two ends, oldest first: after one to a third result the versions above it are halved as
    /// well. Empty if both ends have the same result or one has none.
    List<VersionChange> changes() {
        List<VersionChange> changes = new ArrayList<>();
        int from = 0;
        Optional<VersionChange> next = change(from, versions.size() - 1);
        while (next.isPresent()) {
            changes.add(next.get());
            from = versions.indexOf(next.get().after());
            next = change(from, versions.size() - 1);
        }
        return List.copyOf(changes);
    }

    private Optional<VersionChange> change(int oldest, int newest) {
        VersionState before = state(versions.get(oldest));
        VersionState after = state(versions.get(newest));
        if (before.result().isEmpty() || after.result().isEmpty() || before.isSame(after)) {
            return Optional.empty();
        }
        int low = oldest;
        int high = newest;
        Optional<Integer> tried = next(low, high);
        while (tried.isPresent()) {
            VersionState state = state(versions.get(tried.get()));
            if (state.isSame(before)) {
                low = tried.get();
            } else if (state.result().isPresent()) {
                high = tried.get();
            }
            tried = next(low, high);
        }
        return Optional.of(new VersionChange(
                versions.get(low), versions.get(high), before, state(versions.get(high)), skipped(low, high)));
    }

    /// The version to be tried next between two with a result, or nothing if none is left.
    private Optional<Integer> next(int low, int high) {
        List<Integer> left = IntStream.range(low + 1, high)
                .boxed()
                .filter(index -> !isUnfit(versions.get(index)))
                .toList();
        List<Integer> failed = IntStream.range(low + 1, high)
                .boxed()
                .filter(index -> isUnfit(versions.get(index)) && !absent.containsKey(versions.get(index)))
                .toList();
        int middle = (left.size() - 1) / 2;
        if (left.isEmpty() || failed.isEmpty()) {
            return left.stream().skip(Math.max(middle, 0)).findFirst();
        }
        int places = left.size() + 1;
        // Neither side may keep more places than the halvings that remain can tell apart.
        int half = Integer.highestOneBit(places - 1);
        return IntStream.range(places - 1 - half, half)
                .boxed()
                .max(Comparator.comparingDouble((Integer index) ->
                                information((index + 1.0) / places) * chance(left.get(index), failed))
                        .thenComparing(index -> -Math.abs(index - middle)))
                .map(left::get);
    }

    /// The information in a result that leaves a share of the places for the change on one side, in bits.
    private static double information(double share) {
        return -(share * Math.log(share) + (1 - share) * Math.log(1 - share)) / Math.log(2);
    }

    /// How likely a version runs, by its distance to each that did not: one half beside it, three quarters two away.
    private static double chance(int index, List<Integer> failed) {
        return failed.stream()
                .mapToDouble(other -> 1 - Math.pow(0.5, Math.abs(index - other)))
                .reduce(1, (one, two) -> one * two);
    }

    private Map<String, String> skipped(int low, int high) {
        Map<String, String> skipped = new LinkedHashMap<>();
        versions.subList(low + 1, high)
                .forEach(version -> skipped.put(version, state(version).reason()));
        return skipped;
    }
}
