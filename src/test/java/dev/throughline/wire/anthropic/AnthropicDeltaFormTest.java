package dev.throughline.wire.anthropic;

import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Frames are written with `'` for quotes.
class AnthropicDeltaFormTest {
    private static final String TEXT = "{'n':%d,'delta':{'type':'text_delta','text':'%s'}}";

    private final AnthropicDeltaForm form = new AnthropicDeltaForm();

    @ParameterizedTest
    @CsvSource({"thinking_delta, thinking", "text_delta, text", "input_json_delta, partial_json"})
    void aDeltaThatDiffersOnlyInItsTextIsRecognized(String type, String field) throws WireException {
        String delta = "{'delta':{'type':'" + type + "','" + field + "':'%s'}}";
        assertThat(form.text(frame(delta.formatted("a")))).isEmpty();

        learn(delta.formatted("a"));

        assertThat(form.text(frame(delta.formatted("b")))).contains("b");
        assertThat(form.text(frame(delta.replace("{'delta'", "{'x':1,'delta'").formatted("b"))))
                .isEmpty();
        form.forget();
        assertThat(form.text(frame(delta.formatted("b")))).isEmpty();
    }

    @Test
    void aDeltaThatCarriesNoTextIsNotRecognized() throws WireException {
        learn("{'delta':{'type':'signature_delta','signature':'s'}}");

        assertThat(form.text(frame("{'delta':{'type':'signature_delta','signature':'t'}}")))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                // two fields of this name
                "{'delta':{'type':'text_delta','text':'a'},'more':{'text':'a'}}",
                // none that is a string
                "{'delta':{'type':'text_delta','text':['a']}}",
                // data on two lines
                "{'delta':{'type':'text_delta',\ndata: 'text':'a'}}"
            })
    void nothingIsLearnedWhereTheTextIsNotCertain(String data) throws WireException {
        List<SseFrame> frames = new ArrayList<>();
        String block = ("data: " + data + "\n\n").replace('\'', '"');
        new SseDecoder(1_000).feed(block.getBytes(StandardCharsets.UTF_8), frames::add);
        learn(frames.getFirst());

        assertThat(form.text(frames.getFirst())).isEmpty();
    }

    @Test
    void learningStopsForABackendWhoseDeltasAllDiffer() throws WireException {
        for (int number = 0; number < 17; number++) {
            learn(TEXT.formatted(number, "a"));
        }
        learn(TEXT.formatted(17, "a"));
        assertThat(form.text(frame(TEXT.formatted(17, "b")))).isEmpty();
        assertThat(form.text(frame(TEXT.formatted(16, "b")))).contains("b");

        learn(TEXT.formatted(18, "a"));

        assertThat(form.text(frame(TEXT.formatted(18, "b")))).contains("b");
    }

    private void learn(String data) throws WireException {
        learn(frame(data));
    }

    private void learn(SseFrame frame) throws WireException {
        FieldReader event = FieldReader.of(
                StrictJson.object(frame.text().getBytes(StandardCharsets.UTF_8)).orElseThrow());
        form.learn(frame, event.optionalObject("delta").orElseThrow());
    }

    private static SseFrame frame(String data) {
        return SseFrame.of("", data.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
