package dev.throughline.pages;

import dev.throughline.matrix.VersionScheme;
import dev.throughline.pages.TrafficContent.LossLine;
import dev.throughline.run.lifecycle.TrafficSampleQuery.KeptItems;
import dev.throughline.verdict.Capability;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Finds since which of the seen versions of a release line a client has lost something.
final class VersionLosses {
    private VersionLosses() {}

    /// @param line the release line, by number: versions of different ones are not comparable
    private record Subject(String client, Capability capability, String line) {
        static Subject of(KeptItems kept) {
            return new Subject(
                    kept.client(),
                    kept.capability(),
                    VersionScheme.SEMVER.line(kept.version()).orElseGet(kept::version));
        }
    }

    /// Losses of the newest seen version of each release line of a client, by client, capability and line. The cache
    /// is no matter of reasoning.
    static List<LossLine> of(List<KeptItems> all) {
        var bySubject = all.stream()
                .filter(kept -> kept.due() > 0 && kept.capability() != Capability.CACHE)
                .collect(Collectors.toMap(
                        kept -> List.of(kept.client(), kept.version(), kept.capability()),
                        kept -> kept,
                        VersionLosses::sum))
                .values()
                .stream()
                .collect(Collectors.groupingBy(
                        Subject::of,
                        () -> new TreeMap<>(Comparator.comparing(Subject::client)
                                .thenComparing(Subject::capability)
                                .thenComparing(Subject::line)),
                        Collectors.toList()));
        Map<String, String> orders = new HashMap<>();
        return bySubject.values().stream()
                .flatMap(versions -> loss(versions, orders).stream())
                .toList();
    }

    private static KeptItems sum(KeptItems a, KeptItems b) {
        return new KeptItems(a.client(), a.version(), a.capability(), a.due() + b.due(), a.exact() + b.exact());
    }

    /// @param orders sort keys of versions, as far as they are known
    private static Optional<LossLine> loss(List<KeptItems> unordered, Map<String, String> orders) {
        List<KeptItems> versions = unordered.stream()
                .sorted(Comparator.comparing(
                        kept -> orders.computeIfAbsent(kept.version(), VersionScheme.SEMVER::order)))
                .toList();
        KeptItems newest = versions.getLast();
        int since = versions.size();
        while (since > 0 && isLost(versions.get(since - 1))) {
            since--;
        }
        if (since == versions.size()) {
            return Optional.empty();
        }
        String last = since > 0 ? versions.get(since - 1).version() : "";
        return Optional.of(new LossLine(
                newest.client(),
                newest.version(),
                newest.capability().name(),
                newest.exact() + " of " + newest.due(),
                versions.get(since).version(),
                last));
    }

    private static boolean isLost(KeptItems kept) {
        return kept.exact() < kept.due();
    }
}
