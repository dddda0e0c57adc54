package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.harness.CheckListEntry;
import dev.throughline.harness.CheckListReader;
import dev.throughline.harness.CheckListRunner;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.ClientVersionResolver;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.MeasuredChecks;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ProgramInstaller;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.bisect.NewReleases;
import dev.throughline.harness.bisect.PlatformPrograms;
import dev.throughline.harness.bisect.PublishedPackage;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One look at the registry: finds the releases of clients, has those checked that the matrix does not have, and reads
/// from the matrix what changed.
///
/// @param scenarios those in which releases are checked
/// @param turnTimeout time for one turn; empty for the recipe's value
record RadarSweep(
        RecipeCatalog known,
        List<String> scenarios,
        ServiceClient service,
        PackageCaches caches,
        ProgressListener progress,
        Optional<Duration> turnTimeout) {
    private static final int AT_ONCE = 2;

    /// A client with its releases and the checks of them that are to be made.
    private record Found(NewReleases releases, List<CheckListEntry> checks) {}

    /// @param since how old a release may be
    /// @param every whether older releases in their lines are wanted too
    /// @throws HarnessException if the registry cannot be reached
    RadarReport run(List<Recipe> searched, Instant since, boolean every) {
        Map<String, String> notSearched = new LinkedHashMap<>();
        List<Found> found = find(searched, since, every, notSearched);
        List<CheckListEntry> list =
                found.stream().flatMap(one -> one.checks().stream()).toList();
        progress.say(list.size() + " checks to make");
        var settings = new CheckListRunner.Settings(AT_ONCE, false, turnTimeout);
        List<CheckOutcome> outcomes =
                list.isEmpty() ? List.of() : new CheckListRunner(known, service, caches, progress, settings).run(list);
        List<NewReleases> releases = found.stream().map(Found::releases).toList();
        List<ReleaseChange> changes = releases.stream()
                .filter(one -> !one.versions().isEmpty())
                .flatMap(one -> ReleaseChange.of(one, scenarios, dated(one.client()), outcomes).stream())
                .toList();
        return new RadarReport(since, releases, notSearched, outcomes, changes);
    }

    /// Whether the matrix has the client.
    boolean isKnown(String client) {
        return !ranges(client).isMissingNode();
    }

    private List<Found> find(List<Recipe> searched, Instant since, boolean every, Map<String, String> notSearched) {
        List<Found> found = new ArrayList<>();
        int number = 0;
        for (Recipe recipe : searched) {
            number++;
            progress.say("(%d of %d) releases of %s".formatted(number, searched.size(), recipe.name()));
            if (!(recipe.source() instanceof ProgramSource.Package source)) {
                notSearched.put(recipe.name(), RadarReport.ELSEWHERE);
                continue;
            }
            try {
                MeasuredChecks measured = MeasuredChecks.read(ranges(recipe.name()));
                var releases = NewReleases.of(
                        recipe.name(),
                        PublishedPackage.read(
                                source, caches.of(source.ecosystem()).published(source.name())),
                        PlatformPrograms.of(source.ecosystem(), caches),
                        since,
                        every ? Optional.of(measured.versions()) : Optional.empty());
                found.add(new Found(releases, checks(releases, measured)));
            } catch (HarnessException e) {
                if (e.isNetworkMissing()) {
                    throw e;
                }
                notSearched.put(recipe.name(), (e.isToolMissing() ? RadarReport.UNSUPPORTED : "") + e.getMessage());
            }
        }
        return found;
    }

    private List<CheckListEntry> checks(NewReleases releases, MeasuredChecks measured) {
        return CheckListReader.newest(known).stream()
                .filter(check -> check.client().equals(releases.client()))
                .flatMap(check -> releases.versions().stream().map(check::withVersion))
                .flatMap(check -> scenarios.stream().map(check::in))
                .filter(check -> !measured.has(check, known))
                .toList();
    }

    /// The ranges of a client, once the service knows when its releases were published.
    private JsonNode dated(String client) {
        var installer = new ProgramInstaller(caches);
        try {
            new ClientVersionResolver(installer::resolve, installer::releases, installer::beside, service, progress)
                    .resolve(known.find(client).orElseThrow(), "latest");
        } catch (HarnessException e) {
            progress.say("the dates of " + client + "'s releases are not known: " + e.getMessage());
        }
        return ranges(client);
    }

    /// The version ranges of checks against the stub; missing for a client that the matrix does not have.
    private JsonNode ranges(String client) {
        ServiceClient.Response response = service.get("/api/v1/matrix/ranges"
                + new QueryStringBuilder()
                        .add("client", client)
                        .add("backend", "")
                        .add("gateway", ""));
        return response.status() == 404
                ? MissingNode.getInstance()
                : response.accepted().json();
    }
}
