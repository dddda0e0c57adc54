package dev.throughline.wire.responses;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResponsesWholeDecoderTest {
    private static final String OUTPUT = "'output':[{'type':'message','content':[{'type':'output_text','text':'a'}]}]";

    @Test
    void statusMayBeLeftOut() {
        assertThat(decoded("{'model':'m'," + OUTPUT + "}"))
                .containsExactly(new Start("m"), new TextDelta("a"), new Finish(FinishReason.STOP));
    }

    @Test
    void everyReasoningItemAndTextIsRead() {
        List<StreamEvent> events = decoded("{'output':[{'type':'reasoning','content':[{'text':'r'}]},"
                + "{'type':'message','content':[{'text':'a'}]},{'type':'x'},"
                + "{'type':'message','content':[{'text':'b'}]},"
                + "{'type':'reasoning','summary':[{'text':'s'}]}]}");

        assertThat(events)
                .containsSubsequence(
                        new StreamEvent.ReasoningDelta("r"), new TextDelta("ab"), new StreamEvent.ReasoningDelta("s"));
    }

    @Test
    void errorIsReportedInTheBackendsWords() {
        assertThat(decoded("{'status':'failed','error':{'code':'server_error','message':'Broken.'},'output':[]}"))
                .singleElement()
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.message()).isEqualTo("Broken."));
        assertThat(decoded("{'error':{'type':'invalid_request_error','message':'Bad.'}}"))
                .singleElement()
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_REQUEST));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'output':7}",
                "{'status':'queued','output':[]}",
                "{'status':'in_progress','output':[]}",
                "{'status':'cancelled','output':[]}",
                "{'choices':[]}"
            })
    void bodyThatIsNoFinishedResponseIsAFailure(String body) {
        assertThat(decoded(body))
                .singleElement()
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND));
    }

    private static List<StreamEvent> decoded(String body) {
        return DecodedResponse.whole(ResponsesRequestBodies.json(body));
    }
}
