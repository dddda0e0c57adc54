package dev.throughline.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.run.training.SampleShape;
import dev.throughline.run.training.TrainingExport.TrainingSummary;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes training samples of recorded runs.
@Command(
        name = "export-training",
        mixinStandardHelpOptions = true,
        description = {
            "Writes training samples from recorded runs: one row per branch of a conversation, as JSON" + " lines.",
            "Exit codes: 0 written, 1 nothing to write, 64 usage, 70 internal failure."
        },
        footer = {"", "Examples:", "  throughline export-training 1k836ej4r93b258c1acue41bc > training.jsonl"})
final class ExportTrainingCommand extends ServiceCommand {
    private static final String STANDARD_OUTPUT = "-";
    private static final String LOCAL = "file";
    private static final Duration LONGEST = Duration.ofHours(12);

    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Ids of runs.")
    private List<String> runs = List.of();

    @Option(
            names = "--shape",
            defaultValue = "messages",
            description = "messages, prompt-completion, tokens or sampled (default: ${DEFAULT-VALUE}).")
    private String shape = "";

    @Option(
            names = "--template",
            paramLabel = "FILE|NAME",
            description = "A template that the service knows, such as glm-4.7, or without --server a file (default: by"
                    + " the name of each model).")
    private Optional<String> template = Optional.empty();

    @Option(
            names = "--tokenizer",
            paramLabel = "FILE|NAME",
            description =
                    "For tokens: a tokenizer that the service knows or, without --server, a tokenizer.json or a GGUF"
                            + " file.")
    private Optional<String> tokenizer = Optional.empty();

    @Option(names = "--role", description = "Train only on what messages of this role wrote; repeatable.")
    private List<String> roles = List.of();

    @Option(names = "--body-only", paramLabel = "ROLE", description = "Train on the bodies of this role; repeatable.")
    private List<String> bodyOnly = List.of();

    @Option(
            names = "--header",
            paramLabel = "TEXT",
            description = "What the prompt has before an answer, for templates that are not built in; repeatable.")
    private List<String> headers = List.of();

    @Option(names = "--stop", paramLabel = "TOKEN", description = "A token that ends an answer; repeatable.")
    private List<String> stops = List.of();

    @Option(names = "--call-stop", paramLabel = "TOKEN", description = "The token that ends an answer with calls.")
    private Optional<String> callStop = Optional.empty();

    @Option(
            names = "--include-lost",
            description = "Include conversations whose client did not return all reasoning; rows state what is lost.")
    private boolean includeLost;

    @Option(
            names = "--intact-branches",
            description =
                    "Of runs that lost reasoning, include the branches that lost none (default: skip these runs).")
    private boolean intactBranches;

    @Option(names = "--include-truncated", description = "Include answers that were cut or failed.")
    private boolean includeTruncated;

    @Option(
            names = "--out",
            paramLabel = "FILE|-",
            defaultValue = STANDARD_OUTPUT,
            description = "The file for the rows; - for standard output (default).")
    private String out = "";

    @Override
    public Integer call() {
        check();
        String query = query();
        return service.with(running -> export(running, query));
    }

    private void check() {
        if (SampleShape.find(shape).isEmpty()) {
            throw wrong("Unknown shape " + shape + "; known: " + String.join(", ", SampleShape.labels()) + ".");
        }
        for (String run : runs) {
            if (!run.matches("[0-9a-z-]{1,64}")) {
                throw wrong("A run id has 1 to 64 characters 0-9, a-z and -.");
            }
        }
        if (shape.equals(SampleShape.TOKENS.label()) && tokenizer.isEmpty()) {
            throw wrong("--tokenizer is missing; --shape tokens requires it.");
        }
        if (!out.equals(STANDARD_OUTPUT) && Files.isDirectory(Path.of(out))) {
            throw wrong("--out: " + out + " is a directory; a file was expected.");
        }
    }

    private String query() {
        return new QueryStringBuilder()
                .add("shape", shape)
                .add("template", named("throughline.templates", template))
                .add("tokenizer", named("throughline.tokenizers", tokenizer))
                .add("role", roles)
                .add("bodyOnly", bodyOnly)
                .add("header", headers)
                .add("stop", stops)
                .add("callStop", callStop)
                .add("includeLost", Boolean.toString(includeLost))
                .add("intactBranches", Boolean.toString(intactBranches))
                .add("includeTruncated", Boolean.toString(includeTruncated))
                .toString();
    }

    /// The name of a template or tokenizer; a file becomes a setting of the service that this command starts.
    private Optional<String> named(String setting, Optional<String> given) {
        if (given.isEmpty() || !Files.isRegularFile(Path.of(given.get()))) {
            return given;
        }
        if (service.running().isPresent()) {
            throw wrong(given.get() + " is a file; a remote service requires a name that it knows.");
        }
        Path file = Path.of(given.get()).toAbsolutePath();
        String name = file.getFileName() == null
                ? LOCAL
                : file.getFileName().toString().replace('"', '_');
        System.setProperty(setting + ".\"" + name + "\"", file.toString());
        return Optional.of(name);
    }

    private int export(ServiceClient running, String query) {
        long rows = 0;
        for (String run : runs) {
            TrainingSummary summary = summary(running, run, query);
            say("run " + run + ": " + summary.rows() + " rows of " + summary.branches() + " branches"
                    + leftOut(summary.leftOut()));
            rows += summary.rows();
        }
        if (rows == 0) {
            say("nothing was exported");
            return ExitCode.NO;
        }
        try {
            if (out.equals(STANDARD_OUTPUT)) {
                write(running, query, System.out);
            } else {
                file(running, query);
                say(rows + " rows in " + out);
            }
        } catch (IOException e) {
            throw new HarnessException("the samples could not be written: " + e.getMessage());
        }
        return ExitCode.YES;
    }

    private TrainingSummary summary(ServiceClient running, String run, String query) {
        ServiceClient.Response response =
                service.known(running.get(path(run, query) + "&format=json", request -> request.timeout(LONGEST)));
        try {
            return Json.TREES.readValue(response.body(), TrainingSummary.class);
        } catch (JsonProcessingException e) {
            throw new HarnessException("the service returned no summary: " + e.getOriginalMessage());
        }
    }

    private static String path(String run, String query) {
        return "/api/v1/runs/" + run + "/training" + query;
    }

    /// Only a complete file gets its name.
    private void file(ServiceClient running, String query) throws IOException {
        Path part = Path.of(out + ".part");
        try (OutputStream file = Files.newOutputStream(part)) {
            write(running, query, file);
        }
        Files.move(part, Path.of(out), StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(ServiceClient running, String query, OutputStream to) throws IOException {
        for (String run : runs) {
            try (InputStream rows = running.stream(path(run, query) + "&format=jsonl")) {
                rows.transferTo(to);
            }
        }
        to.flush();
    }

    private static String leftOut(Map<String, Long> reasons) {
        StringBuilder words = new StringBuilder();
        reasons.forEach((reason, count) -> words.append(words.isEmpty() ? "; left out: " : ", ")
                .append(count)
                .append(' ')
                .append(reason));
        return words.toString();
    }

    private void say(String line) {
        spec.commandLine().getErr().println(line);
        spec.commandLine().getErr().flush();
    }
}
