package dev.throughline.harness.bisect;

import dev.throughline.matrix.VersionScheme;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The releases of a client that are worth a look: those of the last days, without pre-releases.
///
/// @param versions oldest first, by Semantic Versioning
/// @param absent further ones that cannot run on this machine, with the reason
public record NewReleases(String client, List<String> versions, Map<String, String> absent) {
    public NewReleases {
        versions = List.copyOf(versions);
        absent = Map.copyOf(absent);
    }

    /// The releases that were published after a moment; of a registry without dates the newest, which may be older.
    ///
    /// @param gapsOf the versions that were measured: in the lines of the new releases and in the newest one, all
    ///     releases from the first of these on are wanted too, because a loss may begin and end between two
    ///     releases that are sound. Empty for new releases only
    public static NewReleases of(
            String client,
            PublishedPackage published,
            PlatformPrograms programs,
            Instant since,
            Optional<Set<String>> gapsOf) {
        List<String> releases = published.versions().stream()
                .filter(version -> line(version).isPresent())
                .toList();
        List<String> newest = releases.subList(Math.max(0, releases.size() - 1), releases.size());
        List<String> fresh = published.published().isEmpty()
                ? newest
                : releases.stream()
                        .filter(version -> Optional.ofNullable(published.published(version))
                                .filter(since::isBefore)
                                .isPresent())
                        .toList();
        Set<String> gaps =
                gapsOf.map(measured -> gaps(releases, fresh, measured)).orElse(Set.of());
        List<String> wanted = releases.stream()
                .filter(((Predicate<String>) fresh::contains).or(gaps::contains))
                .toList();
        Map<String, String> absent = wanted.isEmpty() ? Map.of() : programs.missing(published.name(), wanted);
        return new NewReleases(
                client,
                wanted.stream().filter(version -> !absent.containsKey(version)).toList(),
                absent);
    }

    private static Set<String> gaps(List<String> releases, List<String> fresh, Set<String> measured) {
        Set<String> lines = Stream.concat(fresh.stream(), releases.stream().skip(Math.max(0, releases.size() - 1)))
                .flatMap(version -> line(version).stream())
                .collect(Collectors.toSet());
        return lines.stream()
                .flatMap(line -> releases.stream()
                        .filter(version -> line(version).equals(Optional.of(line)))
                        .dropWhile(version -> !measured.contains(version)))
                .collect(Collectors.toSet());
    }

    private static Optional<String> line(String version) {
        return VersionScheme.SEMVER.line(version);
    }
}
