package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.testing.Cut;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// One test case: a backend's output, and what a client must receive.
///
/// `in` holds texts of the content, `{"reasoning"}`, `{"signature"}` and `{"call", "arguments"}`; what `expect`
/// does not name is empty, or follows from the rest. Arguments that end in the middle are given as text.
public record FilterCase(String name, JsonNode json) {
    public static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode TOOLS = read("tools");
    private static final Map<String, List<FilterCase>> BY_FILE = Stream.of(
                    "calls", "values", "repairs", "reasoning", "turn")
            .collect(Collectors.toMap(Function.identity(), FilterCase::cases, (a, _) -> a, LinkedHashMap::new));

    static Stream<FilterCase> all() {
        return files().flatMap(file -> of(file).stream());
    }

    /// The names of the files that hold the cases.
    static Stream<String> files() {
        return BY_FILE.keySet().stream();
    }

    static List<FilterCase> of(String file) {
        return BY_FILE.get(file);
    }

    private static List<FilterCase> cases(String file) {
        return StreamSupport.stream(read(file).spliterator(), false)
                .map(json -> new FilterCase(json.path("name").textValue(), json))
                .toList();
    }

    static FilterCase named(String name) {
        return all().filter(one -> one.name.equals(name)).findFirst().orElseThrow();
    }

    private static JsonNode read(String file) {
        try (InputStream in = FilterCase.class.getResourceAsStream(file + ".json")) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    FilterSettings settings() {
        Map<String, JsonNode> tools = new HashMap<>();
        (json.has("tools") ? json.path("tools") : TOOLS).properties().forEach(e -> tools.put(e.getKey(), e.getValue()));
        int[] next = {0};
        return new FilterSettings(
                json.path("start").asText().equals("reasoning"),
                tools,
                json.path("maxCalls").asInt(128),
                () -> "call_" + next[0]++);
    }

    /// The texts of the input in one.
    int units() {
        int units = 0;
        for (JsonNode part : json.path("in")) {
            units += text(part).length();
        }
        return units;
    }

    /// The input with its texts cut.
    List<StreamEvent> input(Cut cut) {
        List<StreamEvent> events = new ArrayList<>();
        int before = 0;
        int call = 0;
        for (JsonNode part : json.path("in")) {
            if (part.has("call")) {
                events.add(new ToolCallStart(
                        call, "given_" + call, part.path("call").textValue()));
                events.add(new ToolCallArgs(call, part.path("arguments").textValue()));
                events.add(new ToolCallEnd(call++));
            } else if (part.has("signature")) {
                events.add(new ReasoningSignature(part.path("signature").textValue()));
            } else {
                for (String piece : within(cut, before, text(part))) {
                    events.add(part.isTextual() ? new TextDelta(piece) : new ReasoningDelta(piece));
                }
                before += text(part).length();
            }
        }
        events.add(new Finish(reason(json.path("finish").asText("stop"))));
        return events;
    }

    private static List<String> within(Cut cut, int before, String text) {
        List<Integer> places = cut.places().stream()
                .map(place -> place - before)
                .filter(place -> place > 0 && place < text.length())
                .toList();
        return new Cut(cut.name(), places).pieces(text);
    }

    private static String text(JsonNode part) {
        return part.isTextual() ? part.textValue() : part.path("reasoning").asText("");
    }

    private static FinishReason reason(String name) {
        return FinishReason.valueOf(name.toUpperCase(Locale.ROOT));
    }

    String content() {
        return json.at("/expect/content").asText("");
    }

    String reasoning() {
        return json.at("/expect/reasoning").asText("");
    }

    /// Name and arguments of each call, in the form in which the data has them.
    List<String> calls() {
        List<String> calls = new ArrayList<>();
        json.at("/expect/calls").forEach(call -> calls.add(call.path(0).textValue() + " " + call.path(1)));
        return calls;
    }

    /// The calls of an answer in the same form.
    List<String> form(List<FilteredAnswer.Call> calls) throws IOException {
        List<String> formed = new ArrayList<>();
        for (int index = 0; index < calls.size(); index++) {
            String arguments = calls.get(index).arguments();
            boolean isText = json.at("/expect/calls").path(index).path(1).isTextual();
            JsonNode form = isText ? JSON.getNodeFactory().textNode(arguments) : JSON.readTree(arguments);
            formed.add(calls.get(index).name() + " " + form);
        }
        return formed;
    }

    List<String> anomalies() {
        List<String> kinds = new ArrayList<>();
        json.at("/expect/anomalies").forEach(kind -> kinds.add(kind.textValue()));
        return kinds;
    }

    /// The order of the parts, if the case defines it.
    String order(String actual) {
        return json.at("/expect/order").asText(actual);
    }

    FinishReason ends() {
        boolean endsInCalls = json.at("/expect/calls").size() > 0;
        return reason(json.at("/expect/ends").asText(endsInCalls ? "tool_calls" : "stop"));
    }
}
