package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.text.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Compares two runs, or two versions or moments of the matrix.
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Shows what differs between two versions of a client (CLIENT@VERSION), two moments of the matrix, or two"
                    + " runs.",
            "Exit codes: 0 no status differs, 1 one differs, 64 usage, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline diff opencode@1.1.34 opencode@1.1.53",
            "  throughline diff 2026-11-01 2026-11-21",
            "  throughline diff RUN RUN --json"
        })
public final class DiffCommand extends ServiceCommand {
    private static final Set<String> DIFFERENT = Set.of("BETTER", "WORSE", "OTHER");
    private static final Pattern RUN = Pattern.compile("[0-9a-z]{20,64}");

    @Parameters(index = "0", paramLabel = "A", description = "A version such as opencode@1.1.34, a moment or a run.")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "The other one, of the same kind.")
    private String second = "";

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        boolean areRuns = RUN.matcher(first).matches();
        if (areRuns != RUN.matcher(second).matches()) {
            throw wrong("Two of a kind were expected: versions such as a@1.0, moments, or runs.");
        }
        return service.query(running -> areRuns ? runs(running) : matrix(running));
    }

    private int matrix(ServiceClient running) {
        JsonNode diff = service.known(running.get("/api/v1/matrix/diff"
                        + new QueryStringBuilder().add("from", first).add("to", second)))
                .json();
        print(diff, matrixDiffText(diff));
        return isDifferent(diff) ? ExitCode.NO : ExitCode.YES;
    }

    private int runs(ServiceClient running) {
        RunDiff diff = RunDiff.of(report(running, first), report(running, second));
        print(Json.TREES.valueToTree(diff), diff.text());
        return diff.isDifferent() ? ExitCode.NO : ExitCode.YES;
    }

    private JsonNode report(ServiceClient running, String run) {
        return service.known(running.get(
                        "/api/v1/runs/" + run + "/report?format=json",
                        request -> request.timeout(ServiceClient.LONGEST_REPORT)))
                .json();
    }

    private void print(JsonNode asJson, String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? asJson.toString() : color.paint(text).stripTrailing());
        out.flush();
    }

    /// Whether any cell that both sides have differs.
    private static boolean isDifferent(JsonNode diff) {
        return changes(diff).findAny().isPresent();
    }

    /// The text of a comparison of the matrix: a line for each cell whose status is better, worse or otherwise
    /// different, and how many cells were measured on one side alone.
    private static String matrixDiffText(JsonNode diff) {
        var table =
                new TextTable(List.of("change", "capability", "client", "dialect", "model", "variant", "from", "to"));
        changes(diff).map(DiffCommand::cells).forEach(table::add);
        JsonNode counts = diff.path("counts");
        String counted = Stream.of("SAME", "BETTER", "WORSE", "OTHER", "APPEARED", "DISAPPEARED")
                .map(name -> counts.path(name).asInt() + " " + name.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return (isDifferent(diff) ? table.text() : "") + diff.path("from").asText() + " to "
                + diff.path("to").asText() + ": " + counted;
    }

    private static Stream<JsonNode> changes(JsonNode diff) {
        return diff.path("changes")
                .valueStream()
                .filter(change -> DIFFERENT.contains(change.path("change").asText()));
    }

    private static List<String> cells(JsonNode change) {
        JsonNode combination = change.path("combination");
        return List.of(
                change.path("change").asText(),
                change.path("capability").asText(),
                combination.path("client").path("product").asText(),
                combination.path("dialectIn").asText(),
                combination.path("model").asText(),
                combination.path("variant").asText(),
                change.path("from").path("status").asText(),
                change.path("to").path("status").asText());
    }
}
