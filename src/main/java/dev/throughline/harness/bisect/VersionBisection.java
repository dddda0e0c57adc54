package dev.throughline.harness.bisect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Finds by halving where the result changes in a list of versions whose ends differ.
///
/// A version without a result is left out, and the middle one of those that are left is tried next.
/// Among n versions between the ends it takes at most ⌈log2(n + 1)⌉ checks that have a result.
final class VersionBisection {
    private final List<String> versions;
    private final Function<String, VersionState> probe;
    private final Map<String, VersionState> known = new LinkedHashMap<>();

    /// @param versions oldest first
    /// @param probe checks a version
    VersionBisection(List<String> versions, Function<String, VersionState> probe) {
        this.versions = List.copyOf(versions);
        this.probe = probe;
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

    /// Number of versions that were checked.
    int checks() {
        return known.size();
    }

    /// A change above the oldest version, or nothing if both ends have the same result or one has none.
    /// Where there are several changes it is one of them.
    Optional<VersionChange> first() {
        return change(0, versions.size() - 1);
    }

    /// All changes that the results along the way show, oldest first: after a change to a third result the
    /// versions above it are halved as well.
    List<VersionChange> all() {
        List<VersionChange> changes = new ArrayList<>();
        int from = 0;
        Optional<VersionChange> next = first();
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
        Optional<Integer> middle = middle(low, high);
        while (middle.isPresent()) {
            VersionState state = state(versions.get(middle.get()));
            if (state.isSame(before)) {
                low = middle.get();
            } else if (state.result().isPresent()) {
                high = middle.get();
            }
            middle = middle(low, high);
        }
        return Optional.of(new VersionChange(
                versions.get(low),
                versions.get(high),
                before.result().get(),
                state(versions.get(high)).result().orElseThrow(),
                skipped(low, high)));
    }

    private Optional<Integer> middle(int low, int high) {
        List<Integer> left = IntStream.range(low + 1, high)
                .boxed()
                .filter(index -> {
                    VersionState state = known.get(versions.get(index));
                    return state == null || state.result().isPresent();
                })
                .toList();
        return left.isEmpty() ? Optional.empty() : Optional.of(left.get((left.size() - 1) / 2));
    }

    private Map<String, String> skipped(int low, int high) {
        Map<String, String> skipped = new LinkedHashMap<>();
        versions.subList(low + 1, high)
                .forEach(version -> skipped.put(version, state(version).reason()));
        return skipped;
    }
}
