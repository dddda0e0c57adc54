package dev.throughline.pages.matrix;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.NewestPackages;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionRangeRules.Boundary;
import dev.throughline.matrix.VersionRangeRules.Track;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.pages.VerdictMark;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.MeasuredRemedies;
import dev.throughline.run.report.Remedy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects what a version of a client loses with its unmodified recipe, how to see it, what mends it; and when its
/// versions changed.
///
/// @param published day on which the version was published, empty if it is not known
/// @param isMeasured whether the unmodified recipe of the version was measured
/// @param runs address of the version's own runs
public record ProductFindings(
        String version,
        String published,
        boolean isMeasured,
        List<FoundLoss> losses,
        List<FoundChange> changes,
        String runs) {
    private static final int MOST_CHANGES = 12;

    /// The losses in a dialect and in the field that carries reasoning.
    /// @param marks each capability and how much of it came back
    /// @param scenarios those that fail, each with its cell
    /// @param fixes empty if nothing measured keeps it
    public record FoundLoss(
            String setting, List<LostMark> marks, List<ScenarioLink> scenarios, String command, List<String> fixes) {}

    public record LostMark(Capability capability, VerdictMark mark) {}

    public record ScenarioLink(String scenario, String address) {}

    /// Versions between which a status changed.
    /// @param date day on which the later one was published, empty if it is not known
    /// @param untested known versions between the two
    public record FoundChange(
            String date,
            String before,
            String version,
            String address,
            String what,
            VerdictMark from,
            VerdictMark to,
            int untested) {}

    /// The cells of a loss, which one change of the client would mend.
    record LostTogether(List<Cell> cells) {
        private CellKey key() {
            return cells.getFirst().key();
        }

        private Set<Capability> capabilities() {
            return cells.stream().map(Cell::capability).collect(Collectors.toCollection(TreeSet::new));
        }

        MeasuredRemedies.Loss loss() {
            Versioned client = key().client().orElseThrow();
            return new MeasuredRemedies.Loss(
                    new Client(
                            client.product(),
                            client.version(),
                            Optional.of(""),
                            Optional.of(key().dialectIn()),
                            Optional.of(key().model()).filter(model -> !model.isEmpty())),
                    key().policy(),
                    Optional.of(key().scenario()),
                    capabilities(),
                    Optional.of(key().dialectIn()),
                    key().reasoningField());
        }

        FoundLoss found(MeasuredRemedies.Found remedies) {
            Map<Capability, Status> worst = new TreeMap<>();
            cells.forEach(cell ->
                    worst.merge(cell.capability(), cell.status(), (one, other) -> one == Status.BROKEN ? one : other));
            Map<String, String> scenarios = new TreeMap<>();
            cells.forEach(cell -> scenarios.putIfAbsent(cell.key().scenario(), "/matrix/cells/" + cell.id()));
            return new FoundLoss(
                    key().setting(),
                    worst.entrySet().stream()
                            .map(one -> new LostMark(one.getKey(), VerdictMark.of(one.getValue())))
                            .toList(),
                    scenarios.entrySet().stream()
                            .map(one -> new ScenarioLink(one.getKey(), one.getValue()))
                            .toList(),
                    command(),
                    Stream.concat(
                                    remedies.kept().stream(),
                                    remedies.remedies().stream().map(Remedy::text))
                            .toList());
        }

        private String command() {
            CellKey key = key();
            return "./throughline check client " + key.client().orElseThrow().label() + " --dialect "
                    + key.dialectIn().id() + " --scenario " + key.scenario()
                    + (key.vendor().isEmpty() ? "" : " --vendor " + key.vendor())
                    + (key.model().isEmpty() ? "" : " --model " + key.model())
                    + (key.reasoningField().isEmpty() ? "" : " --reasoning-field " + key.reasoningField());
        }
    }

    /// The losses among cells, those of one dialect, model and field together.
    static List<LostTogether> lost(Collection<Cell> cells) {
        Map<String, List<Cell>> bySetting = NewestPackages.of(cells).stream()
                .filter(cell -> cell.capability().isRequired())
                .filter(cell -> cell.status() == Status.BROKEN || cell.status() == Status.PARTIAL)
                .collect(Collectors.groupingBy(cell -> cell.key().setting(), TreeMap::new, Collectors.toList()));
        return bySetting.values().stream().map(LostTogether::new).toList();
    }

    static ProductFindings of(
            String product,
            String version,
            boolean isMeasured,
            List<FoundLoss> losses,
            List<Track> tracks,
            MatrixSnapshot now) {
        ReleaseHistory releases = now.releases(product);
        return new ProductFindings(
                version,
                date(releases, version),
                isMeasured,
                losses,
                changes(product, tracks, releases),
                MatrixTable.with("/runs", "q", "client:" + product + " version:" + version));
    }

    /// The newest first; what changed alike in several settings once.
    private static List<FoundChange> changes(String product, List<Track> tracks, ReleaseHistory releases) {
        Map<List<Object>, List<Track>> alike = new LinkedHashMap<>();
        Map<List<Object>, Boundary> boundaries = new LinkedHashMap<>();
        for (Track track : tracks) {
            for (Boundary boundary : track.boundaries()) {
                List<Object> key = List.of(
                        boundary.lower().version(),
                        boundary.upper().version(),
                        boundary.lower().cell().status(),
                        boundary.upper().cell().status(),
                        track.capability(),
                        track.key().dialectIn());
                boundaries.putIfAbsent(key, boundary);
                alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(track);
            }
        }
        return boundaries.entrySet().stream()
                .sorted(Comparator.comparing(
                        one -> one.getValue().upper().version(),
                        releases.order().reversed()))
                .limit(MOST_CHANGES)
                .map(one -> change(product, one.getValue(), alike.getOrDefault(one.getKey(), List.of()), releases))
                .toList();
    }

    private static FoundChange change(String product, Boundary boundary, List<Track> tracks, ReleaseHistory releases) {
        Track first = tracks.getFirst();
        String before = boundary.lower().version();
        String version = boundary.upper().version();
        return new FoundChange(
                date(releases, version),
                before,
                version,
                MatrixTable.with(
                        MatrixTable.with("/matrix/compare", "from", product + "@" + before),
                        "to",
                        product + "@" + version),
                first.capability() + " in " + first.key().dialectIn().id() + ": "
                        + tracks.stream()
                                .map(track -> track.key().scenario())
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(", ")),
                VerdictMark.of(boundary.lower().cell().status()),
                VerdictMark.of(boundary.upper().cell().status()),
                boundary.untested());
    }

    private static String date(ReleaseHistory releases, String version) {
        return Optional.ofNullable(releases.published().get(version))
                .map(ProductFindings::day)
                .map(LocalDate::toString)
                .orElse("");
    }

    private static LocalDate day(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }
}
