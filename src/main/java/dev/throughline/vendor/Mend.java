package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A change that makes a request keep a rule that it breaks.
public sealed interface Mend {
    /// Leaves out the field at fault.
    record LeaveOut() implements Mend {}

    /// Leaves out the element at fault, and a message that has nothing else.
    record LeaveOutElement() implements Mend {}

    /// Leaves out a field of the request.
    record Remove(String at) implements Mend {}

    /// Leaves out a field of the element at fault.
    record RemoveKey(String key) implements Mend {}

    /// Writes a value into the element at fault, and leaves out fields beside it.
    record Put(String at, JsonNode value, List<String> without) implements Mend {
        public Put {
            without = List.copyOf(without);
        }
    }

    /// Replaces a word by the nearest that is known; one without a nearest is left out.
    record Words(Map<String, String> values) implements Mend {
        public Words {
            values = Map.copyOf(values);
        }
    }

    /// Gives the field at fault another name.
    record Rename(String to) implements Mend {}

    /// Writes an id that is allowed, wherever the request has this one.
    record Id(String prefix, int length) implements Mend {}

    /// Replaces the thinking option, and states its budget as an effort.
    record Effort(JsonNode thinking) implements Mend {}

    /// Keeps the thinking budget below the limit of the answer; where that has no room for the least budget, the
    /// thinking option is left out.
    record Budget() implements Mend {}

    /// Sets the effort in force for the whole request, in place of what messages set for their turns.
    record TurnEfforts() implements Mend {}

    /// Writes an option of the request.
    record Option(String at, JsonNode value) implements Mend {}

    /// Writes a short text in place of a thought that nobody knows, another one for each call: equal texts make models
    /// answer empty.
    record Thought(String key) implements Mend {}

    /// None: the request is sent on, and the vendor refuses it.
    record Refuse() implements Mend {}

    /// None that keeps what the request asks for: it is not sent.
    /// @param instead what the user can do
    record Stop(String instead) implements Mend {}

    /// Reads the mends of a rule.
    static List<Mend> of(JsonNode json) {
        if (json.isMissingNode()) {
            return List.of();
        }
        List<Mend> mends = new ArrayList<>();
        mends.add(one(json));
        if (json.has("and")) {
            mends.add(put(json.path("and")));
        }
        return mends;
    }

    private static Mend one(JsonNode json) {
        String name = json.isTextual() ? json.textValue() : Rule.text(json, "op");
        return switch (name) {
            case "leave-out" -> new LeaveOut();
            case "leave-out-element" -> new LeaveOutElement();
            case "remove" -> new Remove(Rule.text(json, "at"));
            case "remove-key" -> new RemoveKey(Rule.text(json, "key"));
            case "set" -> put(json);
            case "map" -> {
                Map<String, String> values = new TreeMap<>();
                json.path("values")
                        .properties()
                        .forEach(word ->
                                values.put(word.getKey(), word.getValue().asText()));
                yield new Words(values);
            }
            case "rename" -> new Rename(Rule.text(json, "to"));
            case "id" -> new Id(Rule.text(json, "prefix"), json.path("length").asInt());
            case "option" -> new Option(Rule.text(json, "at"), json.path("value"));
            case "effort" -> new Effort(json.path("thinking"));
            case "budget" -> new Budget();
            case "turn-efforts" -> new TurnEfforts();
            case "thought" -> new Thought(Rule.text(json, "key"));
            case "refuse" -> new Refuse();
            case "stop" -> new Stop(Rule.text(json, "instead"));
            default -> throw new IllegalArgumentException("an unknown mend: " + json);
        };
    }

    private static Mend put(JsonNode json) {
        return new Put(Rule.text(json, "at"), json.path("value"), Rule.list(json.path("without")));
    }
}
