package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Placeholders;
import dev.throughline.harness.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Drives the turns of one client in its own folders.
final class ClientTurns {
    private static final String KEY = "test-key";
    private static final String FIRST_PROMPT = "Show the mark: run one harmless command, then say what it printed.";
    private static final String SECOND_PROMPT = "Thank you. Do it once more, then say what you thought before.";
    private static final String THIRD_PROMPT = "Thank you. Do it a last time, then say what you thought before.";
    /// The stub, too, knows these two by their words.
    private static final String ABORTED_PROMPT = "Thank you. Think about it until I interrupt you.";

    private static final String RESUMING_PROMPT =
            "I interrupted you. Do it once more, then say what you thought before.";
    private static final String OTHER_MODEL = "glm-5";

    private final Recipe recipe;
    private final ClientSpec spec;
    private final ServiceClient.OpenRun run;
    private final ClientFolders clientFolders;
    private final Installation installed;
    private final PackageCaches caches;
    private final ProgressListener progressListener;
    private final Placeholders placeholders;

    ClientTurns(
            Recipe recipe,
            ClientSpec spec,
            ServiceClient.OpenRun run,
            ClientFolders clientFolders,
            Installation installed,
            PackageCaches caches,
            ProgressListener progressListener) {
        this.recipe = recipe;
        this.spec = spec;
        this.run = run;
        this.clientFolders = clientFolders;
        this.installed = installed;
        this.caches = caches;
        this.progressListener = progressListener;
        boolean isAbort = spec.scenario().equals("abort");
        this.placeholders = new Placeholders()
                .put("openai", run.openai())
                .put("anthropic", run.anthropic())
                .put("key", KEY)
                .put("model", spec.model())
                .put("home", clientFolders.home().toString())
                .put("work", clientFolders.work().toString())
                .put("cache", clientFolders.cache().toString())
                .put("client", spec.name())
                .put("dialect", spec.dialect())
                .put("variant", spec.variant().orElse(""))
                .put("version", spec.version())
                .put("prompt1", FIRST_PROMPT)
                .put("prompt2", isAbort ? ABORTED_PROMPT : SECOND_PROMPT)
                .put("prompt3", isAbort ? RESUMING_PROMPT : THIRD_PROMPT)
                .put("model2", spec.scenario().equals("switch") ? otherModel(spec.model()) : spec.model());
        installed.binary().ifPresent(binary -> placeholders.put("binary", binary));
        recipe.ownValues(spec).forEach(value -> placeholders.put(value.name(), placeholders.fill(value.value())));
    }

    private static String otherModel(String model) {
        return model.equals(OTHER_MODEL) ? "glm-4.7" : OTHER_MODEL;
    }

    /// @param isThinking whether an answer is to be interrupted now, in scenario abort
    /// @param afterTurn is given the last lines that each turn with a message of the user printed
    void drive(ClientCheck.Options options, BooleanSupplier isThinking, Consumer<String> afterTurn) {
        writeFiles(options.config());
        installBeside();
        installed
                .modules()
                .ifPresent(modules ->
                        clientFolders.link(modules, clientFolders.work().resolve("node_modules")));
        Map<String, String> own = new TreeMap<>(recipe.environment());
        own.replaceAll((_, value) -> placeholders.fill(value));
        Map<String, String> environment = ClientEnvironment.of(own, clientFolders, installed.programs(), run.openai());
        gitInit(environment);
        Duration limit = options.turnTimeout().orElse(recipe.turnTimeout());
        List<Recipe.Turn> turns = recipe.turns().stream()
                .filter(turn -> Recipe.applies(turn.when(), spec))
                .toList();
        try (TurnRunner runner =
                new TurnRunner(spec.label(), run.id(), clientFolders, environment, placeholders, limit)) {
            if (turns.stream().anyMatch(turn -> turn.steps() != null)) {
                runner.open(recipe.dialogueCommand().orElseThrow());
            }
            for (int i = 0; i < turns.size(); i++) {
                progressListener.say("turn " + (i + 1) + " of " + turns.size());
                String printed = turns.get(i).isInterruptedIn(spec.scenario())
                        ? runner.interrupt(i + 1, turns.get(i), isThinking)
                        : runner.run(i + 1, turns.get(i));
                if (turns.get(i).users() > 0) {
                    afterTurn.accept(printed);
                }
            }
        }
    }

    private void writeFiles(Optional<Path> config) {
        Optional<Path> replacement = config;
        // Of several files for one path the last that applies is written.
        Map<String, Recipe.FileToWrite> files = new LinkedHashMap<>();
        recipe.files().stream()
                .filter(file -> Recipe.applies(file.when(), spec))
                .forEach(file -> files.put(file.path(), file));
        for (Recipe.FileToWrite file : files.values()) {
            String text =
                    replacement.map(own -> placeholders.fillKnown(read(own))).orElseGet(() -> text(file));
            replacement = Optional.empty();
            clientFolders.write(Path.of(placeholders.fill(file.path())), text);
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

    /// Packages that the client would otherwise download while it runs; it looks for them as `latest`.
    private void installBeside() {
        for (Recipe.PackageBeside beside : recipe.packagesOf(spec)) {
            String version = spec.packageVersion(beside.name())
                    .orElseGet(() -> caches.npm().resolve(beside.name(), beside.wanted()));
            Path into = Path.of(placeholders.fill(beside.into()));
            clientFolders.link(caches.npm().install(beside.name(), version), into.resolve("node_modules"));
            clientFolders.write(
                    into.resolve("package.json"), "{\"dependencies\":{\"" + beside.name() + "\":\"latest\"}}");
        }
    }

    private void gitInit(Map<String, String> environment) {
        if (ProcessSession.onPath("git").isPresent()) {
            ProcessRunner.run(
                    List.of("git", "init", "-q"),
                    clientFolders.work(),
                    environment,
                    run.id(),
                    clientFolders.output(0),
                    Duration.ofSeconds(30));
        }
    }
}
