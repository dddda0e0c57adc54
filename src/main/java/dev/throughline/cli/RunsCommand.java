package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists recorded runs.
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = {
            "Lists runs, newest first: id, time, client, dialect, state, verdict, requests.",
            "Exit codes: 0 listed, 2 there is none, 64 usage, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline runs --client opencode --verdict fail",
            "  throughline runs --since 2026-11-21 --json"
        })
public final class RunsCommand extends ServiceCommand {
    private static final int MOST = 500;

    @Option(names = "--client", paramLabel = "NAME", description = "Only runs of this client.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--client-version", paramLabel = "V", description = "Only runs of this version of it.")
    private Optional<String> version = Optional.empty();

    @Option(names = "--verdict", paramLabel = "V", description = "pass, fail or inconclusive.")
    private Optional<String> verdict = Optional.empty();

    @Option(names = "--state", paramLabel = "S", description = "created, running or sealed.")
    private Optional<String> state = Optional.empty();

    @Option(names = "--since", paramLabel = "TIME", description = "Only runs from then on, for example 2026-11-21.")
    private Optional<String> since = Optional.empty();

    @Option(names = "--text", paramLabel = "TEXT", description = "Only runs whose label or client has this text.")
    private Optional<String> text = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many runs, 1 to 500 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        if (limit < 1 || limit > MOST) {
            throw wrong("--limit: expected 1 to " + MOST + ", found " + limit + ".");
        }
        return service.query(this::list);
    }

    private int list(ServiceClient running) {
        JsonNode page = service.known(running.get("/api/v1/runs"
                        + new QueryStringBuilder()
                                .add("client", client)
                                .add("version", version)
                                .add("verdict", verdict)
                                .add("state", state)
                                .add("since", since)
                                .add("text", text)
                                .add("limit", Integer.toString(limit))))
                .json();
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? page.toString() : text(page));
        out.flush();
        return page.path("runs").isEmpty() ? ExitCode.UNKNOWN : ExitCode.YES;
    }

    private String text(JsonNode page) {
        if (page.path("runs").isEmpty()) {
            return Stream.of(client, version, verdict, state, since, text).anyMatch(Optional::isPresent)
                    ? "no run matches these options"
                    : "no run is recorded yet; 'throughline check client NAME' records one";
        }
        var table = new TextTable(
                List.of("run", "created", "client", "variant", "dialect", "state", "verdict", "requests"));
        page.path("runs").forEach(run -> table.add(cells(run)));
        String more = page.hasNonNull("next") ? "more with --limit or --since\n" : "";
        return color.paint(table.text() + more).stripTrailing();
    }

    private static List<String> cells(JsonNode run) {
        JsonNode client = run.path("client");
        String name = client.path("name").asText();
        String version = client.path("version").asText();
        return List.of(
                run.path("id").asText(),
                run.path("created").asText().replaceFirst("\\.[0-9]+Z$", "Z"),
                version.isEmpty() ? name : name + "@" + version,
                client.path("variant").asText(),
                client.path("dialect").asText(),
                run.path("state").asText().toLowerCase(Locale.ROOT),
                run.path("verdict").asText(),
                run.path("exchanges").asText());
    }
}
