package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import static dev.throughline.probe.Edits.assistant;
import static dev.throughline.probe.Edits.blocks;

/// What clients do that is odd and correct: nothing of it is a loss.
enum OddClients {
    REORDERS_KEYS(_ -> true, (history, _) -> blocks(history).forEach(OddClients::reverseKeys)),
    ADDS_FIELDS(_ -> true, (history, _) -> blocks(history).forEach(OddClients::addField)),
    LEAVES_CONTENT_OUT(ChatWire.class::isInstance, (history, _) -> contents(history, "absent")),
    SENDS_NULL_CONTENT(ChatWire.class::isInstance, (history, _) -> contents(history, "null")),
    SENDS_EMPTY_CONTENT(ChatWire.class::isInstance, (history, _) -> contents(history, "empty")),
    ADDS_SYSTEM_MESSAGES(_ -> true, (history, _) -> addSystem(history)),
    SENDS_PARTS(
            wire -> !(wire instanceof ResponsesWire),
            (history, _) -> blocks(history).forEach(object -> parts(object, "text"))),
    SENDS_INPUT_TEXTS(
            ResponsesWire.class::isInstance,
            (history, _) -> blocks(history).forEach(object -> parts(object, "input_text"))),
    SPLITS_RESULTS(AnthropicWire.class::isInstance, (history, _) -> splitResults(history)),
    MOVES_CACHE_MARKS(AnthropicWire.class::isInstance, (history, _) -> markCache(history)),
    RENAMES_MESSAGES(_ -> true, (history, number) -> renameMessages(history, number)),
    WRAPS_OUTPUTS(_ -> true, (history, _) -> each(history, result -> outputOf(result, out -> "[" + out + "] (done)"))),
    REPEATS_COMMANDS(_ -> true, (history, _) -> repeatCommands(history, UnaryOperator.identity()));

    private final Predicate<Wire> fits;
    private final BiConsumer<ArrayNode, Integer> edit;

    /// @param edit of a history and the number of its request
    OddClients(Predicate<Wire> fits, BiConsumer<ArrayNode, Integer> edit) {
        this.fits = fits;
        this.edit = edit;
    }

    boolean fits(Wire wire) {
        return fits.test(wire);
    }

    void on(ArrayNode history, int request) {
        edit.accept(history, request);
    }

    /// Results that repeat their commands and have nothing of what these print.
    static void mock(ArrayNode history) {
        repeatCommands(history, _ -> "(empty)\nError: (none)\nExit Code: 0");
    }

    private static void repeatCommands(ArrayNode history, UnaryOperator<String> output) {
        Map<String, String> commands = commands(history);
        each(history, result -> {
            String id = Stream.of("tool_call_id", "tool_use_id", "call_id")
                    .map(field -> result.path(field).asText())
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElseThrow();
            outputOf(result, out -> "Command: " + commands.get(id) + "\nOutput: " + output.apply(out));
        });
    }

    /// The commands of calls by their ids.
    private static Map<String, String> commands(ArrayNode history) {
        Map<String, String> commands = new HashMap<>();
        for (ObjectNode object : blocks(history)) {
            object.path("tool_calls")
                    .forEach(call -> commands.put(
                            call.path("id").asText(),
                            Wire.parse(call.at("/function/arguments").asText())
                                    .path("command")
                                    .asText()));
            if (object.has("arguments")) {
                JsonNode input = Wire.parse(object.path("arguments").asText());
                commands.put(
                        object.path("call_id").asText(), input.path("command").asText());
            }
            if (object.has("input")) {
                commands.put(
                        object.path("id").asText(), object.at("/input/command").asText());
            }
        }
        return commands;
    }

    /// Changes the output in a result.
    static void outputOf(ObjectNode result, UnaryOperator<String> change) {
        Edits.text(result, result.has("output") ? "output" : "content", change);
    }

    private static void reverseKeys(ObjectNode object) {
        for (JsonNode call : object.path("tool_calls")) {
            reverse((ObjectNode) call.path("function"), "arguments");
        }
        reverse(object, "arguments");
        if (object.path("input") instanceof ObjectNode input) {
            object.set("input", reversed(input));
        }
    }

    private static void reverse(ObjectNode holder, String field) {
        Edits.text(holder, field, old -> reversed((ObjectNode) Wire.parse(old)).toString());
    }

    private static ObjectNode reversed(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        ObjectNode reversed = Wire.JSON.createObjectNode();
        names.reversed().forEach(name -> reversed.set(name, object.get(name)));
        return reversed;
    }

    private static void addField(ObjectNode object) {
        object.put("x_client_note", "kept");
    }

    private static void contents(ArrayNode history, String how) {
        blocks(history).stream().filter(assistant()).forEach(message -> {
            if (!message.path("content").isArray()
                    && message.path("content").asText("").isEmpty()) {
                switch (how) {
                    case "absent" -> message.remove("content");
                    case "null" -> message.putNull("content");
                    default -> message.put("content", "");
                }
            }
        });
    }

    private static void addSystem(ArrayNode history) {
        history.insertObject(0).put("role", "system").put("content", "Be brief.");
        int last = history.size() - 1;
        if (history.get(last).path("role").asText().equals("user")
                && history.get(last).path("content").isTextual()) {
            history.insertObject(last).put("role", "system").put("content", "The time is 12:00.");
        }
    }

    private static void parts(ObjectNode object, String type) {
        boolean isSystem = object.path("role").asText().equals("system");
        String text = object.path("content").asText("");
        if (object.path("content").isTextual() && !text.isEmpty() && !isSystem) {
            object.putArray("content").addObject().put("type", type).put("text", text);
        }
    }

    private static void splitResults(ArrayNode history) {
        List<JsonNode> split = new ArrayList<>();
        for (JsonNode message : history) {
            boolean areResults =
                    message.path("content").path(0).path("type").asText().equals("tool_result");
            if (areResults) {
                for (JsonNode result : message.path("content")) {
                    ObjectNode one = Wire.JSON.createObjectNode().put("role", "user");
                    one.putArray("content").add(result);
                    split.add(one);
                }
            } else {
                split.add(message);
            }
        }
        Edits.replace(history, split);
    }

    private static void markCache(ArrayNode history) {
        List<ObjectNode> all = blocks(history).stream()
                .filter(object ->
                        object.has("type") && !object.path("type").asText().equals("thinking"))
                .toList();
        if (!all.isEmpty()) {
            all.getLast().putObject("cache_control").put("type", "ephemeral");
        }
    }

    private static void renameMessages(ArrayNode history, int request) {
        for (JsonNode message : history) {
            if (message.has("id") && !message.path("type").asText().equals("item_reference")) {
                ((ObjectNode) message).remove("id");
            } else if (!message.has("type") && request % 2 == 0) {
                ((ObjectNode) message).put("id", "local-" + request);
            }
        }
    }

    /// Edits each result of a tool.
    static void each(ArrayNode history, Consumer<ObjectNode> edit) {
        blocks(history).stream()
                .filter(object -> object.path("role").asText().equals("tool")
                        || object.path("type").asText().equals("tool_result")
                        || object.path("type").asText().equals("function_call_output"))
                .forEach(edit);
    }
}
