package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Drives the turns of one client in its own folders.
final class ClientTurns {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String KEY = "test-key";
    private static final String FIRST_PROMPT = "Show the mark: run one harmless command, then say what it printed.";
    private static final String SECOND_PROMPT = "Thank you. Do it once more, then say what you thought before.";
    private static final int SHOWN_LINES = 15;

    private final Recipe recipe;
    private final ClientSpec spec;
    private final RunService.OpenRun run;
    private final Folders folders;
    private final Installation installed;
    private final NpmCache npm;
    private final Progress progress;
    private final Placeholders placeholders;

    ClientTurns(
            Recipe recipe,
            ClientSpec spec,
            RunService.OpenRun run,
            Folders folders,
            Installation installed,
            NpmCache npm,
            Progress progress) {
        this.recipe = recipe;
        this.spec = spec;
        this.run = run;
        this.folders = folders;
        this.installed = installed;
        this.npm = npm;
        this.progress = progress;
        this.placeholders = new Placeholders()
                .put("openai", run.openai())
                .put("anthropic", run.anthropic())
                .put("key", KEY)
                .put("model", spec.model())
                .put("home", folders.home().toString())
                .put("work", folders.work().toString())
                .put("cache", folders.cache().toString())
                .put("client", spec.name())
                .put("dialect", spec.dialect())
                .put("variant", spec.variant().orElse(""))
                .put("version", spec.version())
                .put("prompt1", FIRST_PROMPT)
                .put("prompt2", SECOND_PROMPT);
        installed.binary().ifPresent(binary -> placeholders.put("binary", binary));
        recipe.ownValues().stream()
                .filter(value -> Recipe.applies(value.when(), spec))
                .forEach(value -> placeholders.put(value.name(), placeholders.fill(value.value())));
    }

    void drive(ClientCheck.Options options) {
        checkTools();
        writeFiles(options.config());
        installBeside();
        installed
                .modules()
                .ifPresent(modules -> Links.link(modules, folders.work().resolve("node_modules")));
        Map<String, String> environment = ClientEnvironment.of(recipe, folders, installed.programs(), placeholders);
        gitInit(environment);
        Duration limit = options.turnTimeout().orElse(recipe.turnTimeout());
        List<Recipe.Turn> turns = recipe.turns().stream()
                .filter(turn -> Recipe.applies(turn.when(), spec))
                .toList();
        for (int i = 0; i < turns.size(); i++) {
            progress.say("turn " + (i + 1) + " of " + turns.size());
            turn(i + 1, turns.get(i), environment, limit);
        }
    }

    private void turn(int number, Recipe.Turn turn, Map<String, String> environment, Duration limit) {
        List<String> command = turn.command().stream().map(placeholders::fill).toList();
        Processes.Ended ended =
                Processes.run(command, folders.work(), environment, run.id(), folders.output(number), limit);
        if (!ended.isSuccess()) {
            String how = ended.timedOut()
                    ? "did not end within " + limit.toSeconds() + " s"
                    : "ended with exit code " + ended.exitCode();
            throw new HarnessException(spec.label() + " " + how + " in turn " + number + "; it said last:\n"
                    + ended.lastLines(SHOWN_LINES));
        }
        capture(turn, ended);
    }

    private void capture(Recipe.Turn turn, Processes.Ended ended) {
        if (turn.capture() == null || turn.capture().isEmpty()) {
            return;
        }
        JsonNode printed = lastJson(ended.text());
        turn.capture().forEach((name, pointer) -> {
            JsonNode value = printed.at(pointer);
            if (!value.isValueNode() || value.isNull()) {
                throw new HarnessException(
                        spec.label() + " printed no " + pointer + "; it said last:\n" + ended.lastLines(SHOWN_LINES));
            }
            placeholders.put(name, value.asText());
        });
    }

    /// The last line that is a JSON object; clients print warnings around it.
    private static JsonNode lastJson(String text) {
        for (String line : text.lines().toList().reversed()) {
            if (line.startsWith("{")) {
                try {
                    return JSON.readTree(line);
                } catch (IOException e) {
                    // Not this line.
                }
            }
        }
        return JSON.missingNode();
    }

    private void checkTools() {
        for (Recipe.ToolNeeded tool : recipe.tools()) {
            if (Recipe.applies(tool.when(), spec) && Session.onPath(tool.name()).isEmpty()) {
                throw new HarnessException(spec.label() + " needs " + tool.name() + " on the PATH; install "
                        + tool.install() + " (Debian: apt-get install " + tool.install() + ")");
            }
        }
    }

    private void writeFiles(Optional<Path> config) {
        Optional<Path> replacement = config;
        for (Recipe.FileToWrite file : recipe.files()) {
            if (Recipe.applies(file.when(), spec)) {
                String text = replacement.map(ClientTurns::read).orElseGet(() -> text(file));
                replacement = Optional.empty();
                folders.write(Path.of(placeholders.fill(file.path())), text);
            }
        }
    }

    private String text(Recipe.FileToWrite file) {
        JsonNode json = file.json();
        String text = Optional.ofNullable(file.text()).orElse("");
        if (json != null) {
            return placeholders.fill(json).toPrettyString();
        }
        return file.resource() == null ? placeholders.fill(text) : text;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new HarnessException("the configuration cannot be read: " + file);
        }
    }

    /// Packages that the client would fetch while it runs; it looks for them as `latest`.
    private void installBeside() {
        for (Recipe.PackageBeside beside : recipe.packages()) {
            if (Recipe.applies(beside.when(), spec)) {
                Path installed = npm.install(beside.name(), npm.resolve(beside.name(), "latest"));
                Path into = Path.of(placeholders.fill(beside.into()));
                Links.link(installed.resolve("node_modules"), into.resolve("node_modules"));
                folders.write(
                        into.resolve("package.json"), "{\"dependencies\":{\"" + beside.name() + "\":\"latest\"}}");
            }
        }
    }

    private void gitInit(Map<String, String> environment) {
        if (Session.onPath("git").isPresent()) {
            Processes.run(
                    List.of("git", "init", "-q"),
                    folders.work(),
                    environment,
                    run.id(),
                    folders.output(0),
                    Duration.ofSeconds(30));
        }
    }
}
