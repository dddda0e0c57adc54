package dev.throughline.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.Placeholders;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.text.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Runs user turns one after the other: a command each, or steps of a dialogue with a long-running program.
final class TurnRunner implements AutoCloseable {
    private static final int SHOWN_LINES = 15;
    private static final int DIALOGUE_LOG = 1;

    private final String label;
    private final String mark;
    private final ClientFolders clientFolders;
    private final Map<String, String> environment;
    private final Placeholders placeholders;
    private final Duration limit;
    private Optional<StdioDialogue> dialogue = Optional.empty();

    /// @param label the client, for messages
    /// @param mark the mark of its processes
    /// @param limit the time for one turn
    TurnRunner(
            String label,
            String mark,
            ClientFolders clientFolders,
            Map<String, String> environment,
            Placeholders placeholders,
            Duration limit) {
        this.label = label;
        this.mark = mark;
        this.clientFolders = clientFolders;
        this.environment = environment;
        this.placeholders = placeholders;
        this.limit = limit;
    }

    /// Starts the long-running program.
    void open(List<String> command) {
        ProcessRunner.Open program = ProcessRunner.open(filled(command), clientFolders.work(), environment, mark);
        dialogue = Optional.of(new StdioDialogue(label, program, clientFolders.output(DIALOGUE_LOG)));
    }

    /// Runs a turn to its end and captures the values that the recipe asks for.
    /// @return the last lines that its command printed; empty for steps of a dialogue
    String run(int number, Recipe.Turn turn) {
        List<String> command = turn.command();
        if (command == null) {
            Optional.ofNullable(turn.steps()).orElse(List.of()).forEach(this::step);
            return "";
        }
        ProcessRunner.Ended ended = command(number, filled(command));
        capture(turn.capture(), ended);
        return ended.lastLines(SHOWN_LINES);
    }

    /// Runs the command of a turn until it waits for a long answer, and interrupts it as a user does at a terminal.
    /// @param isDue whether to interrupt it now
    /// @return the last lines that it printed
    String interrupt(int number, Recipe.Turn turn, BooleanSupplier isDue) {
        ProcessRunner.Ended ended = ProcessRunner.run(
                filled(Optional.ofNullable(turn.command()).orElseThrow()),
                clientFolders.work(),
                environment,
                mark,
                clientFolders.output(number),
                limit,
                isDue);
        if (!ended.isInterrupted() || ended.timedOut()) {
            throw new HarnessException(
                    label + (ended.isInterrupted() ? " did not end when it was" : " ended before it could be")
                            + " interrupted in turn " + number + "; its last output:\n"
                            + ended.lastLines(SHOWN_LINES));
        }
        return ended.lastLines(SHOWN_LINES);
    }

    @Override
    public void close() {
        dialogue.ifPresent(StdioDialogue::close);
    }

    private void step(Recipe.Step step) {
        Map<String, String> until = new TreeMap<>(step.until());
        until.replaceAll((pointer, text) -> placeholders.fill(text));
        JsonNode heard = dialogue.orElseThrow().say(placeholders.fill(step.send()), until, limit);
        captures(step.capture())
                .forEach((name, pointer) -> placeholders.put(
                        name,
                        value(heard, pointer)
                                .orElseThrow(() -> new HarnessException(label + ": no " + pointer + " in " + heard))));
    }

    private ProcessRunner.Ended command(int number, List<String> command) {
        ProcessRunner.Ended ended = ProcessRunner.run(
                command, clientFolders.work(), environment, mark, clientFolders.output(number), limit);
        if (ended.isSuccess()) {
            return ended;
        }
        String how = ended.timedOut()
                ? "did not end within " + limit.toSeconds() + " s"
                : "ended with exit code " + ended.exitCode();
        throw new HarnessException(
                label + " " + how + " in turn " + number + "; its last output:\n" + ended.lastLines(SHOWN_LINES));
    }

    private void capture(@Nullable Map<String, String> capture, ProcessRunner.Ended ended) {
        captures(capture)
                .forEach((name, pointer) -> placeholders.put(
                        name,
                        lastPrinted(ended.text(), pointer)
                                .orElseThrow(() -> new HarnessException(label + " printed no " + pointer
                                        + "; its last output:\n" + ended.lastLines(SHOWN_LINES)))));
    }

    /// The value in the last line that is a JSON object and contains it; clients print other lines around it.
    private static Optional<String> lastPrinted(String text, String pointer) {
        return text.lines().toList().reversed().stream()
                .filter(line -> line.startsWith("{"))
                .flatMap(line -> value(parsed(line), pointer).stream())
                .findFirst();
    }

    private static JsonNode parsed(String line) {
        try {
            return Json.TREES.readTree(line);
        } catch (JsonProcessingException e) {
            return Json.TREES.missingNode();
        }
    }

    private static Optional<String> value(JsonNode printed, String pointer) {
        JsonNode value = printed.at(pointer);
        return value.isValueNode() && !value.isNull() ? Optional.of(value.asText()) : Optional.empty();
    }

    private static Map<String, String> captures(@Nullable Map<String, String> capture) {
        return Optional.ofNullable(capture).orElse(Map.of());
    }

    private List<String> filled(List<String> command) {
        return command.stream().map(placeholders::fill).toList();
    }
}
