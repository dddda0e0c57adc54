package dev.throughline.wire.chat;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Changed text is written into the fields in which it came. Frames are written with `'` for quotes.
class ChatFieldsTest {
    private final ChatRelay relay = new ChatRelay();
    private final FrameBuffer out = new FrameBuffer();
    private final List<StreamEvent> latest = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'reasoning_content':'r'",
                "'reasoning':'r'",
                "'reasoning_text':'r'",
                "'reasoning_content':'r','reasoning':'r'",
                "'content':'r'",
                "'refusal':'r'",
                "'content':[{'type':'text','text':'r'}]",
                "'content':[{'type':'thinking','thinking':'r'}]",
                "'content':[{'type':'thinking','thinking':[{'type':'text','text':'r'}]}]",
                "'reasoning_details':[{'type':'reasoning.text','text':'r','id':'rd_1','index':3,'vendor':{'a':1}}]",
                "'reasoning_details':[{'type':'reasoning.summary','id':'é','summary':'r','index':0}]",
                "'reasoning':'r','reasoning_details':[{'type':'reasoning.text','text':'r','format':'f','index':0}]"
            })
    void textStaysInItsFieldsWithAllThatIsBesideIt(String delta) {
        assertThat(changed(chunk(delta))).isEqualTo(chunk(delta.replace("'r'", "'R'")));
    }

    @Test
    void aProofAndOpaqueDataStayInTheirDetails() {
        String detail = "{'type':'reasoning.text','text':'r','signature':'s','id':'rd_1','index':0}";
        String sealed = "{'type':'reasoning.encrypted','data':'d','id':'re_1','index':1,'vendor':2}";

        assertThat(changed(chunk("'reasoning_details':[" + detail + "," + sealed + "]")))
                .isEqualTo(chunk("'reasoning_details':[{'type':'reasoning.text','text':'R','id':'rd_1','index':0}]")
                        + chunk("'reasoning_details':[{'type':'reasoning.text','id':'rd_1','index':0,'signature':'s'}]")
                        + chunk("'reasoning_details':[" + sealed + "]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'reasoning':'a' | 'reasoning':'R'",
                "'reasoning':'a','reasoning_content':'a' | 'reasoning_content':'R','reasoning':'R'",
                "'content':'a' | 'reasoning_content':'R'",
                "'reasoning_details':[{'type':'reasoning.text','text':'a'}]"
                        + " | 'reasoning_details':[{'type':'reasoning.text','text':'R'}]"
            })
    void reasoningFoundInTheContentGoesWhereTheAnswerHasItsReasoning(String earlier, String written) {
        forward(chunk(earlier), List::of);
        out.take();

        forward(chunk("'content':'r'"), _ -> List.of(new ReasoningDelta("R")));

        assertThat(written()).isEqualTo(chunk(written));
    }

    @Test
    void aFrameThatWaitsKeepsItsOwnForm() {
        SseFrame first = read(chunk("'reasoning':'a','own':1"));
        relay.hold(first);
        SseFrame second = read(chunk("'reasoning_content':'b'"));
        relay.hold(second);
        SseFrame third = read(chunk("'content':'c'"));

        relay.forward(first, false, List.of(new ReasoningDelta("A")), out);
        relay.forward(second, true, List.of(), out);
        relay.forward(third, true, List.of(), out);

        assertThat(written())
                .isEqualTo(
                        chunk("'own':1,'reasoning':'A'") + chunk("'reasoning_content':'b'") + chunk("'content':'c'"));
    }

    private String changed(String stream) {
        forward(stream, ChatFieldsTest::upper);
        return written();
    }

    private static List<StreamEvent> upper(StreamEvent event) {
        return List.of(
                switch (event) {
                    case TextDelta(String text) -> new TextDelta(text.toUpperCase(Locale.ROOT));
                    case ReasoningDelta(String text) -> new ReasoningDelta(text.toUpperCase(Locale.ROOT));
                    case ReasoningSignature _, RedactedReasoning _ -> event;
                    case StreamEvent _ -> event;
                });
    }

    private interface Change {
        List<StreamEvent> of(StreamEvent event);
    }

    private void forward(String stream, Change change) {
        SseFrame frame = read(stream);
        List<StreamEvent> passed = new ArrayList<>();
        latest.forEach(event -> passed.addAll(change.of(event)));
        relay.forward(frame, passed.equals(latest), passed, out);
    }

    private SseFrame read(String stream) {
        List<SseFrame> frames = new ArrayList<>();
        new SseDecoder(100_000).feed(stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8), frames::add);
        latest.clear();
        relay.decoder().on(frames.getFirst(), latest::add);
        return frames.getFirst();
    }

    private static String chunk(String delta) {
        return "data: {'id':'x','choices':[{'index':0,'delta':{" + delta + "},'finish_reason':null}]}\n\n";
    }

    private String written() {
        return new String(out.take(), StandardCharsets.UTF_8).replace('"', '\'');
    }
}
