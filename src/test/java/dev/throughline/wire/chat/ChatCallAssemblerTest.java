package dev.throughline.wire.chat;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Calls in fragments, and chunks that are recognized by their bytes. Chunks are written with `'` for quotes.
class ChatCallAssemblerTest {
    private final List<StreamEvent> events = new ArrayList<>();
    private final ChatStreamDecoder decoder = new ChatStreamDecoder();

    @Test
    void fragmentsThatGrowTheSameCallAreRecognizedByTheirBytes() {
        read(first(0, "{"), more(0, "1"));
        assertThat(decoder.form()).isEmpty();

        read(more(0, "2"));
        assertThat(decoder.form()).isPresent();

        read(more(0, "}"));
        assertThat(ended())
                .containsExactly(start(0), args(0, "{"), args(0, "1"), args(0, "2"), args(0, "}"), new ToolCallEnd(0));
    }

    @Test
    void fragmentsOfAnEarlierCallAreNeverTakenForThoseOfTheLatest() {
        read(first(0, "{"), more(0, "1"), more(0, "2"), first(1, "["), more(0, "3"), more(0, "4"), more(0, "}"));

        assertThat(ended())
                .containsExactly(
                        start(0),
                        args(0, "{"),
                        args(0, "1"),
                        args(0, "2"),
                        args(0, "3"),
                        args(0, "4"),
                        args(0, "}"),
                        new ToolCallEnd(0),
                        start(1),
                        args(1, "["),
                        new ToolCallEnd(1));
    }

    @Test
    void callsThatNeverBecomeWholeAreAllEmittedAtTheEnd() {
        read(first(0, "{"), first(1, "{}"), first(2, ""));

        assertThat(ended())
                .containsExactly(
                        start(0),
                        args(0, "{"),
                        new ToolCallEnd(0),
                        start(1),
                        args(1, "{}"),
                        new ToolCallEnd(1),
                        start(2),
                        new ToolCallEnd(2));
    }

    @Test
    void textBehindTwoCallsFollowsBoth() {
        read(first(0, "{"), first(1, "{}"), more(0, "}"), "'content':'a'");

        assertThat(ended())
                .containsExactly(
                        start(0),
                        args(0, "{"),
                        args(0, "}"),
                        new ToolCallEnd(0),
                        start(1),
                        args(1, "{}"),
                        new ToolCallEnd(1),
                        new TextDelta("a"));
    }

    @Test
    void textWithinACallThatIsCutOffFollowsIt() {
        read(first(0, "{"), "'content':'a'");

        assertThat(ended()).containsExactly(start(0), args(0, "{"), new ToolCallEnd(0), new TextDelta("a"));
    }

    @Test
    void aCallWaitsForItsName() {
        read("'tool_calls':[{'index':0,'id':'c0','function':{'arguments':'{'}}]");
        assertThat(events).containsExactly(new Start(""));

        read("'tool_calls':[{'index':0,'function':{'name':'f0','arguments':'}'}}]");

        assertThat(ended()).containsExactly(start(0), args(0, "{"), args(0, "}"), new ToolCallEnd(0));
    }

    @Test
    void aCallBehindAWholeOneWaitsForItsName() {
        read(first(0, "{}"), "'tool_calls':[{'index':1,'id':'c1','function':{'arguments':'['}}]");
        read("'tool_calls':[{'index':1,'function':{'name':'f1','arguments':']'}}]");

        assertThat(ended())
                .containsExactly(
                        start(0),
                        args(0, "{}"),
                        new ToolCallEnd(0),
                        start(1),
                        args(1, "["),
                        args(1, "]"),
                        new ToolCallEnd(1));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'a':[1, 2]} | {"a":[1,2]}
        null         | ~~
        5            | ~~
        """)
    void argumentsInTheFormOfAnObjectAreWrittenCompactly(String arguments, String text) {
        read("'tool_calls':[{'index':0,'id':'c0','function':{'name':'f0','arguments':" + arguments + "}}]");

        List<StreamEvent> expected = new ArrayList<>(List.of(start(0)));
        if (!text.isEmpty()) {
            expected.add(args(0, text));
        }
        expected.add(new ToolCallEnd(0));
        assertThat(ended()).isEqualTo(expected);
    }

    @Test
    void twoCallsInOneChunkAreBothRead() {
        String both =
                "'tool_calls':[{'index':0,'function':{'arguments':'1'}},{'index':1,'function':{'arguments':'%s'}}]";
        read(first(0, "["), first(1, "["), both.formatted("5"), both.formatted("6"), both.formatted("7"));

        assertThat(ended())
                .containsExactly(
                        start(0),
                        args(0, "["),
                        args(0, "1"),
                        args(0, "1"),
                        args(0, "1"),
                        new ToolCallEnd(0),
                        start(1),
                        args(1, "[567"),
                        new ToolCallEnd(1));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"'content':'%s'", "'refusal':'%s'", "'reasoning':'%s'", "'reasoning_text':'%s'"})
    void textsInTheSameFieldAreRecognizedByTheirBytes(String delta) {
        read(delta.formatted("a"));
        assertThat(decoder.form()).isEmpty();

        read(delta.formatted("b"), delta.formatted(""), delta.formatted("c"));

        assertThat(decoder.form()).isPresent();
        assertThat(ended())
                .isEqualTo(List.of("a", "b", "c").stream()
                        .map(text -> delta.contains("reasoning") ? new ReasoningDelta(text) : new TextDelta(text))
                        .toList());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "'reasoning':'r','content':'%s'",
                "'reasoning_details':[{'type':'reasoning.text','text':'r'}],'content':'%s'"
            })
    void aChunkThatSaysTwoThingsIsReadAsAWhole(String delta) {
        read(delta.formatted("a"), delta.formatted("b"), delta.formatted("c"));

        assertThat(decoder.form()).isEmpty();
        assertThat(ended())
                .containsExactly(
                        new ReasoningDelta("r"),
                        new TextDelta("a"),
                        new ReasoningDelta("r"),
                        new TextDelta("b"),
                        new ReasoningDelta("r"),
                        new TextDelta("c"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{'choices':[{'delta':{'content':'%s'}}],'usage':{'prompt_tokens':1}}",
                "{'choices':[{'delta':{'content':'%s'}},{'index':1,'delta':{}}]}"
            })
    void aChunkWithUsageOrWithTwoChoicesIsReadAsAWhole(String chunk) {
        readChunk(chunk.formatted("a"));
        readChunk(chunk.formatted("b"));

        assertThat(decoder.form()).isEmpty();
        assertThat(events).containsExactly(new Start(""), new TextDelta("a"), new TextDelta("b"));
    }

    private static String first(int index, String arguments) {
        return "'tool_calls':[{'index':%d,'id':'c%d','function':{'name':'f%d','arguments':'%s'}}]"
                .formatted(index, index, index, arguments);
    }

    private static String more(int index, String arguments) {
        return "'tool_calls':[{'index':%d,'function':{'arguments':'%s'}}]".formatted(index, arguments);
    }

    private static StreamEvent start(int index) {
        return new ToolCallStart(index, "c" + index, "f" + index);
    }

    private static StreamEvent args(int index, String text) {
        return new ToolCallArgs(index, text);
    }

    private void read(String... deltas) {
        for (String delta : deltas) {
            readChunk("{'choices':[{'delta':{" + delta + "}}]}");
        }
    }

    private void readChunk(String chunk) {
        byte[] bytes = ("data: " + chunk.replace('\'', '"') + "\n\n").getBytes(StandardCharsets.UTF_8);
        new SseDecoder(100_000).feed(bytes, frame -> decoder.on(frame, events::add));
    }

    /// Ends the answer and returns what is between its start and its end.
    private List<StreamEvent> ended() {
        readChunk("{'choices':[{'delta':{},'finish_reason':'stop'}]}");
        decoder.end(events::add);
        assertThat(events).startsWith(new Start(""));
        assertThat(events.getLast()).isInstanceOf(Finish.class);
        return events.subList(1, events.size() - 1);
    }
}
