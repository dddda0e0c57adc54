package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.matrix.use.AgeText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Reports whether a version of a client preserves reasoning, based on measurements.
@Command(
        name = "can-i-use",
        mixinStandardHelpOptions = true,
        description = {
            "Reports whether a version of a client preserves reasoning, based on measurements.",
            "Without --dialect or --model, all that were measured must agree; --capability defaults to THINK.",
            "Exit codes: 0 yes, 1 no, 2 unknown, 64 usage or unknown product, 70 internal failure."
        },
        footer = {
            "",
            "Examples:",
            "  throughline can-i-use opencode@1.18.33 --dialect openai-chat",
            "  throughline can-i-use claude-code@2.1.329 --max-age 90d --json"
        })
public final class CanIUseCommand extends ServiceCommand {
    private static final List<String> COLUMNS = List.of(
            "status",
            "confidence",
            "capability",
            "client",
            "variant",
            "packages",
            "reasoning in",
            "model",
            "gateway",
            "backend",
            "dialect",
            "scenario",
            "vendor",
            "part");

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    @Parameters(paramLabel = "CLIENT@VERSION", description = "For example opencode@1.18.33 or opencode@latest.")
    private String client = "";

    @Option(names = "--dialect", paramLabel = "D", description = "openai-chat, anthropic or responses.")
    private Optional<String> dialect = Optional.empty();

    @Option(
            names = "--capability",
            paramLabel = "C",
            split = ",",
            description = "What must be preserved: THINK (the default), CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE,"
                    + " ORDER, PARAMS or CACHE; repeatable.")
    private List<String> capabilities = List.of();

    @Option(
            names = "--variant",
            paramLabel = "V",
            description = "Variant of the recipe (default: the unmodified recipe).")
    private Optional<String> variant = Optional.empty();

    @Option(names = "--model", paramLabel = "M", description = "Model id that the client is configured with.")
    private Optional<String> model = Optional.empty();

    @Option(
            names = "--backend",
            paramLabel = "B@V",
            description = "Backend, for example llama.cpp@b4712 (default: the client alone, against the stub).")
    private Optional<String> backend = Optional.empty();

    @Option(
            names = "--gateway",
            paramLabel = "G[@V]",
            description = "Gateway between client and backend, for example throughline (default: none).")
    private Optional<String> gateway = Optional.empty();

    @Option(names = "--policy", paramLabel = "P", description = "preserved (the default) or interleaved.")
    private Optional<String> policy = Optional.empty();

    @Option(names = "--max-age", paramLabel = "AGE", description = "Maximum age of a measurement, for example 90d.")
    private Optional<String> maxAge = Optional.empty();

    @Option(
            names = "--min-confidence",
            paramLabel = "C",
            description = "Minimum confidence of the answer: low, medium or high.")
    private Optional<String> minConfidence = Optional.empty();

    @Option(
            names = "--retry-while-unknown",
            paramLabel = "TIME",
            description = "How long to retry while the answer is unknown, for example 10m.")
    private Optional<String> retry = Optional.empty();

    @Option(names = "--count-traffic", description = "Count live traffic like what was measured on purpose.")
    private boolean countTraffic;

    @Option(names = "--json", description = "Print the answer as one JSON object.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        int at = client.lastIndexOf('@');
        if (at <= 0 || at == client.length() - 1) {
            throw wrong("Expected a client with its version, for example opencode@1.18.33.");
        }
        maxAge.ifPresent(age -> time("--max-age", age));
        Duration patience =
                retry.map(time -> time("--retry-while-unknown", time)).orElse(Duration.ZERO);
        return service.query(running -> ask(running, patience));
    }

    private int ask(ServiceClient running, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        ServiceClient.Response response = running.get(path());
        while (isUnknown(response)
                && System.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Math.min(pause.toNanos(), Math.max(1, deadline - System.nanoTime())));
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            response = running.get(path());
        }
        return print(response);
    }

    private int print(ServiceClient.Response response) {
        JsonNode answer = service.known(response).json();
        spec.commandLine()
                .getOut()
                .println((json ? answer.toPrettyString() : color.paint(text(answer))).stripTrailing());
        spec.commandLine().getOut().flush();
        return code(answer);
    }

    private String path() {
        return "/api/v1/can-i-use"
                + new QueryStringBuilder()
                        .add("client", client)
                        .add("dialect", dialect)
                        .add("capability", capabilities)
                        .add("variant", variant)
                        .add("model", model)
                        .add("backend", backend)
                        .add("gateway", gateway)
                        .add("policy", policy)
                        .add("maxAge", maxAge)
                        .add("minConfidence", minConfidence)
                        .add("countTraffic", countTraffic ? Optional.of("true") : Optional.empty());
    }

    private static boolean isUnknown(ServiceClient.Response response) {
        return !response.isRefused() && code(response.json()) == ExitCode.UNKNOWN;
    }

    private static int code(JsonNode answer) {
        JsonNode said = answer.path("answer");
        return said.isBoolean() ? said.asBoolean() ? ExitCode.YES : ExitCode.NO : ExitCode.UNKNOWN;
    }

    private Duration time(String option, String text) {
        return AgeText.parse(text)
                .orElseThrow(() ->
                        wrong(option + ": expected a duration such as 90d, 12h, 10m or 30s, found " + text + "."));
    }

    private static String text(JsonNode answer) {
        var text = new StringBuilder();
        text.append(word(answer.path("answer")))
                .append(": ")
                .append(answer.at("/reason/text").asText())
                .append('\n');
        for (JsonNode part : answer.path("capabilities")) {
            if (answer.path("capabilities").size() > 1) {
                text.append("  %-10s %s: %s%n"
                        .formatted(
                                part.path("capability").asText(),
                                word(part.path("answer")),
                                part.at("/reason/text").asText()));
            }
        }
        for (JsonNode notice : answer.path("notices")) {
            text.append("note: ").append(notice.path("text").asText()).append('\n');
        }
        if (!answer.path("rows").isEmpty()) {
            text.append('\n').append(rows(answer.path("rows")));
        }
        return text.toString();
    }

    private static String rows(JsonNode rows) {
        var table = new TextTable(COLUMNS);
        for (JsonNode row : rows) {
            table.add(List.of(
                    row.path("status").asText() + flags(row),
                    row.path("confidence").asText(),
                    row.path("capability").asText(),
                    row.path("client").asText(),
                    row.path("variant").asText(),
                    row.path("sdk").asText(),
                    row.path("reasoningField").asText(),
                    row.path("model").asText(),
                    row.path("gateway").asText(),
                    row.path("backend").asText(),
                    row.path("dialect").asText(),
                    row.path("scenario").asText(),
                    row.path("vendor").asText(),
                    row.path("role").asText()));
        }
        return table.text();
    }

    private static String flags(JsonNode row) {
        var flags = new StringBuilder();
        row.path("flags").forEach(flag -> flags.append(' ').append(flag.asText()));
        return flags.toString();
    }

    private static String word(JsonNode answer) {
        return answer.isBoolean() ? answer.asBoolean() ? "YES" : "NO" : "UNKNOWN";
    }
}
