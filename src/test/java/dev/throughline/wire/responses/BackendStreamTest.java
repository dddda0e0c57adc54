package dev.throughline.wire.responses;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// How a stream begins and ends, and what of it is read.
class BackendStreamTest {
    private static final String CREATED = "{'type':'response.created','response':{'model':'m'}}";
    private static final String HELLO = "{'type':'response.output_text.delta','output_index':0,'delta':'Hello'}";
    private static final String COMPLETED = "{'type':'response.completed','response':{'status':'completed'}}";

    @Test
    void modelIsTheOneThatTheAnswerNames() {
        assertThat(DecodedResponse.frames(CREATED, HELLO, COMPLETED))
                .containsExactly(new Start("m"), new TextDelta("Hello"), new Finish(FinishReason.STOP));
    }

    @Test
    void answerWithoutAnnouncementIsRead() {
        assertThat(DecodedResponse.frames(HELLO, COMPLETED))
                .containsExactly(new Start(""), new TextDelta("Hello"), new Finish(FinishReason.STOP));
    }

    @Test
    void typeMayComeFromTheEventLine() {
        String stream = "event: response.output_text.delta\ndata: {\"delta\":\"a\"}\n\n"
                + "event: response.completed\ndata: {\"response\":{}}\n\n";

        assertThat(DecodedResponse.stream(stream))
                .containsExactly(new Start(""), new TextDelta("a"), new Finish(FinishReason.STOP));
    }

    @Test
    void anAnswerThatOnlyEndsNamesItsModelThere() {
        assertThat(DecodedResponse.frames("{'type':'response.completed','response':{'model':'late'}}"))
                .containsExactly(new Start("late"), new Finish(FinishReason.STOP));
    }

    @Test
    void usageOfAFailedAnswerComesBeforeTheFailure() {
        String failed = "{'type':'response.failed','response':{'usage':{'output_tokens':7}}}";

        assertThat(DecodedResponse.frames(CREATED, HELLO, failed))
                .hasSize(4)
                .startsWith(new Start("m"), new TextDelta("Hello"), new Usage(0, 7, 0, 0));
        assertThat(DecodedResponse.frames(failed)).singleElement().isInstanceOf(Failure.class);
    }

    @Test
    void fieldOrderUnknownFieldsAndGapsInNumbersDoNotMatter() {
        String odd = "{'delta':'Hello','logprobs':[{'delta':'no'}],'x':{'delta':'no'},'output_index':0,"
                + "'sequence_number':900,'type':'response.output_text.delta'}";

        assertThat(DecodedResponse.frames(CREATED, odd, COMPLETED)).contains(new TextDelta("Hello"));
    }

    @Test
    void failureInsideACallLeavesNoPlaceForItsUsage() {
        String call = "{'type':'response.output_item.added','item':{'type':'function_call','call_id':'c','name':'f'}}";
        String failed = "{'type':'response.failed','response':{'usage':{'output_tokens':7}}}";

        List<StreamEvent> events = DecodedResponse.frames(CREATED, call, failed);

        assertThat(events).hasSize(3).startsWith(new Start("m"), new StreamEvent.ToolCallStart(0, "c", "f"));
        assertThat(events.getLast()).isInstanceOf(StreamEvent.Failure.class);
    }

    @Test
    void refusalIsText() {
        assertThat(DecodedResponse.frames(CREATED, "{'type':'response.refusal.delta','delta':'No.'}", COMPLETED))
                .contains(new TextDelta("No."));
    }

    @Test
    void unknownEventsCommentsAndDoneMarkersSayNothing() {
        String stream = ": hi\n\nevent: response.created\ndata: {\"type\":\"response.created\",\"response\":{}}\n\n"
                + "data: {\"type\":\"response.web_search_call.searching\"}\n\ndata: {}\n\ndata: [DONE]\n\n"
                + "data: {\"type\":\"response.completed\",\"response\":{}}\n\ndata: [DONE]\n\n";

        assertThat(DecodedResponse.stream(stream)).containsExactly(new Start(""), new Finish(FinishReason.STOP));
    }

    @Test
    void nothingFollowsTheTerminal() {
        assertThat(DecodedResponse.frames(CREATED, COMPLETED, HELLO, COMPLETED, "{'type':'error','message':'late'}"))
                .containsExactly(new Start("m"), new Finish(FinishReason.STOP));
    }

    @Test
    void usageComesBeforeTheTerminal() {
        String end = "{'type':'response.completed','response':{'usage':{'input_tokens':9,'output_tokens':4,"
                + "'input_tokens_details':{'cached_tokens':2},'output_tokens_details':{'reasoning_tokens':3}}}}";

        assertThat(DecodedResponse.frames(CREATED, end))
                .containsExactly(new Start("m"), new Usage(9, 4, 2, 3), new Finish(FinishReason.STOP));
    }

    @ParameterizedTest
    @CsvSource({
        "max_output_tokens, LENGTH",
        "content_filter, CONTENT_FILTER",
        "max_tool_calls, LENGTH",
        "'', LENGTH",
    })
    void incompleteResponseSaysWhatCutIt(String reason, FinishReason expected) {
        String end = "{'type':'response.incomplete','response':{'incomplete_details':{'reason':'" + reason + "'}}}";

        assertThat(DecodedResponse.frames(CREATED, HELLO, end).getLast()).isEqualTo(new Finish(expected));
    }

    @Test
    void failedResponseIsAFailureInTheBackendsWords() {
        String end = "{'type':'response.failed','response':{'status':'failed',"
                + "'error':{'code':'rate_limit_exceeded','message':'Slow down.'}}}";

        assertThat(DecodedResponse.frames(CREATED, HELLO, end).getLast())
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.RATE_LIMIT);
                    assertThat(failure.message()).isEqualTo("Slow down.");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'error','code':'server_error','message':'Broken.','param':null,'sequence_number':1}",
                "{'type':'error','error':{'type':'server_error','message':'Broken.'}}",
                "{'error':{'type':'server_error','message':'Broken.'}}",
            })
    void errorFrameOfAnyShapeIsAFailure(String error) {
        assertThat(DecodedResponse.frames(error))
                .singleElement()
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.message()).isEqualTo("Broken."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"response.failed", "response.cancelled"})
    void endWithoutAReasonIsAFailureThatSaysSo(String type) {
        List<StreamEvent> events = DecodedResponse.frames(CREATED, "{'type':'" + type + "','response':{'error':null}}");

        assertThat(events.getLast())
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.message()).contains(type.substring(9)));
    }

    @Test
    void missingTerminalIsAFailureAfterTheLastFrame() {
        assertThat(DecodedResponse.frames(CREATED, HELLO).getLast()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
            assertThat(failure.message()).contains("after frame 2", "response.completed");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'response.output_text.delta','delta':'Hel",
                "{'type':'response.output_text.delta','delta':'Hel'",
                "{'type':'response.completed'",
                "<html>",
                "null",
                "[]",
                "7"
            })
    void frameThatIsNoEventIsAFailureWithItsPlace(String frame) {
        List<StreamEvent> events = DecodedResponse.frames(CREATED, frame, COMPLETED);

        assertThat(events).hasSize(2);
        assertThat(events.getLast()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
            assertThat(failure.message()).startsWith("Frame 2 ");
        });
    }

    @Test
    void framesOfAnyShapeNeverThrow() {
        List<String> values = List.of("null", "7", "'x'", "[]", "{}", "[null]", "{'type':7}", "true");
        List<String> types = new ArrayList<>(List.of("response.created", "response.completed", "error", "x"));
        types.addAll(List.of("response.output_item.added", "response.output_item.done", "response.failed"));
        types.addAll(List.of("response.output_text.delta", "response.output_text.done"));
        types.addAll(List.of("response.function_call_arguments.delta", "response.function_call_arguments.done"));
        for (String type : types) {
            for (String value : values) {
                String frame = "{'type':'" + type + "','response':" + value + ",'item':" + value + ",'output_index':"
                        + value + ",'item_id':" + value + ",'delta':" + value + ",'text':" + value + ",'error':"
                        + value + ",'arguments':" + value + "}";
                assertThat(DecodedResponse.frames(CREATED, frame, COMPLETED))
                        .filteredOn(StreamEvent::isTerminal)
                        .hasSize(1);
            }
        }
    }
}
