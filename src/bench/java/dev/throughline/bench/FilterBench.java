package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.filter.Families;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// What the filter costs: one answer of about a megabyte or ten kilobytes per operation, on one core.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--sun-misc-unsafe-memory-access=allow")
public class FilterBench {
    private static final FamilyMarkers GLM =
            Families.SHIPPED.withId(Families.GLM).orElseThrow();
    private static final String PROSE =
            "The filter reads what the model writes, word by word; nearly all of it is text.\n\n"
                    + "- A list has items, \"quotes\", numbers such as 3.14 (and more),\n- and code: for (i = 0; i > n; i++) {}.\n";

    /// Text without markers, in deltas of 24 characters.
    @State(Scope.Benchmark)
    public static class Text {
        private static final int CHARACTERS = 1_000_000;
        private static final int DELTA = 24;

        /// Where the text stands: content with and without tools, or reasoning whose opener is prefilled.
        @Param({"content", "plain", "reasoning"})
        public String where = "content";

        private List<StreamEvent> events = List.of();
        private FilterSettings settings = settings(false, false);

        @Setup
        public void cut() {
            events = pieces(filled(CHARACTERS), DELTA);
            settings = settings(where.equals("reasoning"), !where.equals("plain"));
        }

        static int characters() {
            return CHARACTERS;
        }
    }

    /// One argument of a call.
    @State(Scope.Benchmark)
    public static class Argument {
        @Param({"10000", "1000000"})
        public int size = 10_000;

        /// Characters of a piece; 0 for the answer in one piece.
        @Param({"5", "0"})
        public int piece = 5;

        /// A string passes as it arrives, JSON is held until it is complete.
        @Param({"text", "json"})
        public String type = "text";

        private List<StreamEvent> events = List.of();
        private FilterSettings settings = settings(false, false);

        @Setup
        public void cut() {
            settings = settings(false, true);
            String value =
                    type.equals("text") ? filled(size) : "[\"" + filled(size).replaceAll("[\"\\n]", " ") + "\"]";
            String call =
                    "<tool_call>write<arg_key>" + type + "</arg_key><arg_value>" + value + "</arg_value></tool_call>";
            events = pieces(call, piece == 0 ? call.length() : piece);
        }
    }

    @Benchmark
    public void text(Text text, Blackhole out) {
        filter(text.settings, text.events, out);
    }

    @Benchmark
    public void argument(Argument argument, Blackhole out) {
        filter(argument.settings, argument.events, out);
    }

    private static void filter(FilterSettings settings, List<StreamEvent> events, Blackhole out) {
        var filter = new FamilyFilter(settings, GLM);
        for (StreamEvent event : events) {
            filter.on(event, out::consume);
        }
        filter.on(new Finish(FinishReason.STOP), out::consume);
    }

    private static FilterSettings settings(boolean startsInReasoning, boolean hasTools) {
        Map<String, JsonNode> tools = hasTools ? Map.of("write", schema()) : Map.of();
        return new FilterSettings(startsInReasoning, tools, 128, () -> "call_0");
    }

    private static JsonNode schema() {
        ObjectNode schema = new JsonMapper().createObjectNode();
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("text").put("type", "string");
        properties.putObject("json").put("type", "array");
        return schema;
    }

    private static String filled(int characters) {
        return PROSE.repeat(characters / PROSE.length() + 1).substring(0, characters);
    }

    private static List<StreamEvent> pieces(String text, int length) {
        List<StreamEvent> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += length) {
            pieces.add(new TextDelta(text.substring(from, Math.min(text.length(), from + length))));
        }
        return pieces;
    }
}
