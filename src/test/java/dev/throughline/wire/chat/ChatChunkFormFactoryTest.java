package dev.throughline.wire.chat;

import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Frames are written with `'` for quotes.
class ChatChunkFormFactoryTest {
    private final ChatChunkFormFactory forms = new ChatChunkFormFactory(new ChatReasoningFields());

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"{'choices':[],'usage':{}}", "[DONE]", "{'odd'"})
    void whatPassesWithAFrameWithoutAChoiceIsWrittenLikeTheLatestChunk(String data) {
        forms.saw(frame("{'id':'x','choices':[{'index':0,'delta':{'content':'a','own':1}}]}"));

        ChatChunkForm form = forms.of(frame(data), Optional.empty());

        assertThat(form.extras()).isEmpty();
        assertThat(written(form))
                .isEqualTo("data: {'id':'x','choices':[{'index':0,'delta':{'content':'t'},'finish_reason':null}]}\n\n");
    }

    @Test
    void whereNoChunkCameBeforeItTheFrameItselfIsTheForm() {
        ChatChunkForm form = forms.of(frame("{'id':'y','choices':[],'usage':null}"), Optional.empty());

        assertThat(written(form))
                .isEqualTo("data: {'id':'y','choices':[{'delta':{'content':'t'},'finish_reason':null}],"
                        + "'usage':null}\n\n");
    }

    private static String written(ChatChunkForm form) {
        var out = new FrameBuffer();
        assertThat(form.write(new TextDelta("t"), "", out)).isTrue();
        return new String(out.take(), StandardCharsets.UTF_8).replace('"', '\'');
    }

    private static SseFrame frame(String data) {
        return SseFrame.of("", data.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
