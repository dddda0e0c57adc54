package dev.throughline.harness.bisect;

import dev.throughline.harness.CheckListEntry;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.ProgressListener;
import java.util.List;
import java.util.Map;

/// Finds where a client or a model server began or ceased to keep something, by checking versions of it. Each check
/// stays in the matrix.
public final class ReleaseBisection {
    private final PublishedPackage published;
    private final PlatformPrograms programs;
    private final Checks checks;
    private final ProgressListener progress;

    /// @param programs which versions are not worth a check
    public ReleaseBisection(
            PublishedPackage published, PlatformPrograms programs, Checks checks, ProgressListener progress) {
        this.published = published;
        this.programs = programs;
        this.checks = checks;
        this.progress = progress;
    }

    /// Checks one version.
    @FunctionalInterface
    public interface Checks {
        /// @param again whether it is checked although the service has a run of it
        CheckOutcome check(CheckListEntry check, boolean again);
    }

    /// The change to look for.
    /// @param check what is checked, with its dialect, variant, model and scenario; its version is ignored
    /// @param capability `THINK` or another capability
    /// @param again whether versions are checked although the service has a run of them
    public record Question(CheckListEntry check, String capability, boolean again) {}

    /// Halves the versions from one to another; between two with the same result, those of a window that opens and
    /// closes, if one is met.
    /// @throws dev.throughline.harness.HarnessException if the registry does not have them
    public BisectReport between(String from, String to, Question question) {
        List<String> versions = published.between(from, to);
        String client = question.check().client();
        progress.say(client + ": " + (versions.size() - 2) + " versions between " + from + " and " + to);
        Map<String, String> absent = programs.missing(published.name(), versions);
        absent.forEach((version, reason) -> progress.say(client + "@" + version + ": not checked: " + reason));
        var bisection = new VersionBisection(versions, absent, version -> state(version, question));
        VersionState oldest = bisection.state(from);
        VersionState newest = bisection.state(to);
        List<VersionChange> changes = oldest.isSame(newest) ? bisection.window() : bisection.changes();
        return new BisectReport(
                client,
                question.check().dialect(),
                question.check().variant(),
                question.capability(),
                new BisectReport.End(from, oldest),
                new BisectReport.End(to, newest),
                versions.size() - 2,
                bisection.checks(),
                bisection.notJudged(),
                changes.stream()
                        .map(change -> BisectReport.Change.of(change, published))
                        .toList());
    }

    private VersionState state(String version, Question question) {
        CheckOutcome outcome = checks.check(question.check().withVersion(version), question.again());
        VersionState state = VersionState.of(outcome, question.capability());
        progress.say(outcome.spec().label() + ": " + question.capability() + " "
                + state.result().map(Enum::name).orElse("not judged: " + state.reason())
                + (state.loss().isEmpty() ? "" : " (" + state.loss() + ")")
                + (outcome instanceof CheckOutcome.Judged judged && judged.kept() ? ", already measured" : ""));
        return state;
    }
}
