package dev.throughline.pages.matrix;

import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionRangeRules.TestedVersion;
import dev.throughline.matrix.VersionRangeRules.Track;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.Combination;
import dev.throughline.pages.VerdictMark;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The versions of a product by release line, as strips: one for each setting, grouped by dialect. What lies between
/// two measured versions and was not measured is a gap, a different status than before a change.
///
/// @param common what is the same in all strips of the dialect
/// @param more strips that the page has no room for
public record VersionStrips(String dialect, String common, List<Strip> strips, int more) {
    /// One setting.
    public record Strip(String setting, String capability, List<Segment> segments) {
        /// Whether the status changed with a version.
        boolean hasChange() {
            return segments.stream().anyMatch(Segment::isChange);
        }

        /// Segments and versions, and the words before them.
        private int size() {
            return 3
                    + segments.stream()
                            .mapToInt(segment -> 1 + segment.versions().size())
                            .sum();
        }
    }

    /// Neighboring versions of equal status, or a gap.
    ///
    /// @param style `good`, `bad`, `warn`, `none` or `gap`
    /// @param isChange whether the status differs from the one before
    /// @param words the status, or what the gap holds
    public record Segment(String style, boolean isChange, String glyph, String words, List<VersionLink> versions) {}

    /// A measured version and its cell.
    public record VersionLink(String version, String address) {}

    /// Versions of each dialect that fit, those with a change first.
    /// @param room of all dialects, as many segments and versions
    static List<VersionStrips> of(List<Track> tracks, ReleaseHistory releases, int room) {
        Map<String, List<Track>> dialects = tracks.stream()
                .collect(Collectors.groupingBy(
                        track -> track.key().dialectIn().id(), TreeMap::new, Collectors.toList()));
        List<VersionStrips> all = new ArrayList<>();
        dialects.forEach(
                (dialect, some) -> all.add(group(dialect, some, releases).within(room / dialects.size())));
        return all;
    }

    private static VersionStrips group(String dialect, List<Track> tracks, ReleaseHistory releases) {
        Set<String> common = new LinkedHashSet<>(settings(tracks.getFirst()));
        tracks.forEach(track -> common.retainAll(settings(track)));
        return new VersionStrips(
                dialect,
                String.join(", ", common),
                tracks.stream()
                        .map(track -> new Strip(
                                settings(track).stream()
                                        .filter(part -> !common.contains(part))
                                        .collect(Collectors.joining(", ")),
                                track.capability().name(),
                                segments(track, releases)))
                        .sorted(Comparator.comparing(strip -> !strip.hasChange()))
                        .toList(),
                0);
    }

    /// As many strips as there is room for, at least one.
    private VersionStrips within(int room) {
        int left = room;
        for (int count = 0; count < strips.size(); count++) {
            left -= strips.get(count).size();
            if (left < 0 && count > 0) {
                return new VersionStrips(dialect, common, strips.subList(0, count), strips.size() - count);
            }
        }
        return this;
    }

    private static List<String> settings(Track track) {
        return CellWords.settings(Combination.of(track.key()));
    }

    private static List<Segment> segments(Track track, ReleaseHistory releases) {
        List<TestedVersion> tested =
                track.ranges().stream().flatMap(range -> range.cells().stream()).toList();
        List<Segment> segments = new ArrayList<>();
        List<TestedVersion> open = new ArrayList<>();
        boolean isChange = false;
        for (TestedVersion version : tested) {
            if (!open.isEmpty()) {
                TestedVersion last = open.getLast();
                boolean isSame = status(last) == status(version);
                List<String> between = releases.between(last.version(), version.version());
                if (!isSame || !between.isEmpty() || !releases.isClose(last.version(), version.version())) {
                    segments.add(tested(open, isChange));
                    open.clear();
                    isChange = !isSame && releases.mayPrecede(last.version(), version.version());
                }
                if (!between.isEmpty()) {
                    segments.add(gap(between, isSame));
                }
            }
            open.add(version);
        }
        if (!open.isEmpty()) {
            segments.add(tested(open, isChange));
        }
        if (track.untestedAfter() > 0) {
            segments.add(gap(track.untestedAfter() + " newer not measured"
                    + track.newest().map(newest -> ", up to " + newest).orElse("")));
        }
        if (!track.unclear().isEmpty()) {
            segments.add(
                    new Segment("none", false, "?", "inconclusive: " + String.join(", ", track.unclear()), List.of()));
        }
        return segments;
    }

    private static Segment tested(List<TestedVersion> versions, boolean isChange) {
        VerdictMark mark = VerdictMark.of(status(versions.getFirst()));
        return new Segment(
                mark.tone(),
                isChange,
                mark.glyph(),
                mark.word(),
                versions.stream()
                        .map(version -> new VersionLink(
                                version.version(),
                                "/matrix/cells/" + version.cell().id()))
                        .toList());
    }

    private static Segment gap(List<String> between, boolean isSame) {
        String middle = between.get(between.size() / 2);
        return gap(between.size() + " not measured" + (isSame ? "" : ", next: " + middle));
    }

    private static Segment gap(String words) {
        return new Segment("gap", false, "", words, List.of());
    }

    private static Status status(TestedVersion tested) {
        return tested.cell().status();
    }
}
