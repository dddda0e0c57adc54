package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The results of checking a server.
public final class BackendReport {
    private final String url;
    private final ServerIdentity serverIdentity;
    private final String model;
    private final List<DialectResult> dialects;
    private final List<Finding> findings;
    private final BackendTarget target;
    private final int requests;
    private final Duration took;

    BackendReport(
            ProbedServer probedServer,
            ServerIdentity serverIdentity,
            String model,
            List<DialectResult> dialects,
            List<Finding> findings,
            BackendTarget target,
            Duration took) {
        this.url = probedServer.address();
        this.serverIdentity = serverIdentity;
        this.model = model;
        this.dialects = List.copyOf(dialects);
        this.findings = List.copyOf(findings);
        this.target = target;
        this.requests = probedServer.requests();
        this.took = took;
    }

    /// The report for people.
    public String text() {
        return BackendReportText.of(this);
    }

    /// The report as one JSON object.
    public String json() {
        return BackendReportJson.of(this).toPrettyString();
    }

    /// The kind that the setting `kind=auto` determines for the server.
    ServerKind kind() {
        String host = java.net.URI.create(url).getHost();
        return ServerKind.of(host == null ? "" : host, serverIdentity.shown());
    }

    /// The server's product, if it reports one.
    public Optional<ServerProduct> product() {
        return serverIdentity.product();
    }

    /// The part of the check that the matrix stores: the body of `POST /api/v1/backend-checks`. Empty if
    /// the server answers no dialect.
    /// @param product the product that was checked
    public Optional<String> record(ServerProduct serverProduct) {
        return probed().isEmpty()
                ? Optional.empty()
                : Optional.of(BackendCheckSubmission.of(this, serverProduct).toString());
    }

    /// PASS if reasoning reaches the prompt within and across turns and nothing else is lost, with the
    /// settings that the report recommends, in the best dialect.
    public Verdict verdict() {
        if (best().isEmpty()) {
            return Verdict.INCONCLUSIVE;
        }
        if (!problems().isEmpty() || isLost(think())) {
            return Verdict.FAIL;
        }
        return think() == Status.PRESERVED && obstacles().isEmpty() ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }

    public List<Finding> findings() {
        return findings;
    }

    /// The recommended settings, by their names below `throughline.backends.NAME`; empty if no dialect was answered.
    public Map<String, String> settings() {
        return best().map(probed -> RecommendedSettings.of(url, target, model, probed))
                .orElse(Map.of());
    }

    /// The verdict in a sentence, without its name.
    String assessment() {
        return backendAssessment(this);
    }

    /// Whether reasoning of the history reaches the prompt.
    Status think() {
        return best().map(DialectResult.Probed::think).orElse(Status.INCONCLUSIVE);
    }

    /// Whether answers have the form required by their dialect, streamed and complete.
    Status form() {
        return judged(findings.stream().filter(found -> found.kind().isForm()));
    }

    /// Whether answers are free of raw markup.
    Status markup() {
        return judged(findings.stream().filter(found -> found.kind().isLeak()));
    }

    private Status judged(Stream<Finding> all) {
        Optional<DialectResult.Probed> chosen = best();
        if (chosen.isEmpty() || chosen.get().emission().answers() == 0) {
            return Status.NOT_EXERCISED;
        }
        List<Finding> here =
                all.filter(found -> found.isOf(chosen.get().dialect())).toList();
        if (here.isEmpty()) {
            return Status.PRESERVED;
        }
        return here.stream().anyMatch(found -> found.isProblem() || found.kind().isLeak())
                ? Status.BROKEN
                : Status.PARTIAL;
    }

    /// The best dialect: by what reaches the prompt, then by the errors found, then by their order.
    Optional<DialectResult.Probed> best() {
        return probed().stream()
                .max(Comparator.comparingInt(DialectResult.Probed::rank)
                        .thenComparing(probed -> -problems(probed.dialect()).size())
                        .thenComparing(probed -> -probed.dialect().ordinal()));
    }

    List<DialectResult.Probed> probed() {
        return dialects.stream()
                .filter(DialectResult.Probed.class::isInstance)
                .map(DialectResult.Probed.class::cast)
                .toList();
    }

    /// The errors in the best dialect.
    List<Finding> problems() {
        return best().map(probed -> problems(probed.dialect())).orElse(List.of());
    }

    /// The reason why the check in the best dialect was not conclusive.
    List<Finding> obstacles() {
        return best().map(probed -> of(probed.dialect(), FindingKind.Weight.OBSTACLE))
                .orElse(List.of());
    }

    private List<Finding> problems(ServerDialect dialect) {
        return of(dialect, FindingKind.Weight.PROBLEM);
    }

    private List<Finding> of(ServerDialect dialect, FindingKind.Weight weight) {
        return findings.stream()
                .filter(found -> found.kind().weight() == weight && found.isOf(dialect))
                .toList();
    }

    private static boolean isLost(Status status) {
        return status == Status.BROKEN || status == Status.PARTIAL;
    }

    String url() {
        return url;
    }

    ServerIdentity serverIdentity() {
        return serverIdentity;
    }

    String model() {
        return model;
    }

    List<DialectResult> dialects() {
        return dialects;
    }

    int requests() {
        return requests;
    }

    Duration took() {
        return took;
    }

    /// Writes the sentence behind a verdict.
    private static String backendAssessment(BackendReport report) {
        return report.best()
                .map(best -> backendAssessment(report, best))
                .orElseGet(() -> report.findings().isEmpty()
                        ? "the server answers in no dialect."
                        : "the server answers in no dialect: " + named(report.findings()) + ".");
    }

    private static String backendAssessment(BackendReport report, DialectResult.Probed best) {
        Verdict verdict = report.verdict();
        String where = best.dialect().id() + ": ";
        return switch (verdict) {
            case PASS -> where + kept(best) + ".";
            case FAIL -> where + (report.problems().isEmpty() ? lost(best) : named(report.problems())) + ".";
            case INCONCLUSIVE ->
                where + (report.obstacles().isEmpty() ? unknown(best) : named(report.obstacles())) + ".";
        };
    }

    private static String kept(DialectResult.Probed best) {
        PlacementResult chosen = best.history().best().orElseThrow();
        String setting = chosen.needed()
                .map(by -> ", across turns with " + by.label() + "=false")
                .orElse("");
        return "reasoning of the history in " + chosen.placement().label()
                + " reaches the prompt within the turn and across turns" + setting + "; proof: "
                + best.history().proof().label();
    }

    private static String unknown(DialectResult.Probed best) {
        return "nothing conclusive shows what reaches the prompt (" + lost(best) + ")";
    }

    private static String lost(DialectResult.Probed best) {
        return "THINK within the turn " + best.within() + ", across turns " + best.across();
    }

    private static String named(List<Finding> findings) {
        return findings.stream()
                .map(found -> found.kind() + " (" + found.detail() + ")")
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
