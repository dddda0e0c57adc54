package dev.throughline.run.prompt;

import dev.throughline.conversation.Dialect;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatTemplate;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// JSON is written with `'` for quotes.
class RecordedRequestTest {
    private static final String CALL =
            "'tool_calls':[{'id':'c1','type':'function','function':{'name':'f','arguments':'{\\'a\\':null}'}}]";
    private static final String TEMPLATE = "{% for m in messages %}<{{ m.role }}>"
            + "{% if m.reasoning_content is defined %}[{{ m.reasoning_content }}]{% endif %}{{ m.content }}"
            + "{% for c in m.tool_calls %}{{ c.function.arguments | tojson }}{% endfor %}{% endfor %}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'reasoning':'R' | R",
                "'reasoning_text':'R' | R",
                "'reasoning_content':'','reasoning':'R' | R",
                "'reasoning_content':null,'reasoning':'R' | R",
                "'reasoning_content':'R','reasoning':null | R",
                "'reasoning_details':[{'type':'reasoning.text','text':'R'}] | R",
            })
    void aThoughtIsRenderedWhateverItsFieldIsCalled(String field, String thought) throws Exception {
        assertThat(prompt("{'role':'assistant','content':null," + field + "," + CALL + "}"))
                .isEqualTo("<assistant>[" + thought + "]{\"a\": null}");
    }

    @Test
    void aContentThatIsNullIsEmpty() throws Exception {
        assertThat(prompt("{'role':'assistant','content':null,'refusal':null," + CALL + "}"))
                .isEqualTo("<assistant>{\"a\": null}");
    }

    @ParameterizedTest
    @CsvSource({"true, <assistant>Hi", "false, <assistant>Hi!"})
    void aRequestThatContinuesItsLastMessageEndsInside(boolean continues, String prompt) throws Exception {
        byte[] body = json("{'model':'m','continue_final_message':" + continues
                        + ",'messages':[{'role':'assistant','content':'Hi'}]}")
                .getBytes(StandardCharsets.UTF_8);
        RecordedRequest request = RecordedRequest.read(Dialect.OPENAI_CHAT, body, ChatForm.TRANSFORMERS);

        assertThat(ChatTemplate.parse(TEMPLATE + "!")
                        .render(request.input(), LocalDateTime.MIN)
                        .text())
                .isEqualTo(prompt);
    }

    @Test
    void argumentsThatAreNoObjectAreNamed() {
        byte[] body = json("{'model':'m','messages':[{'role':'assistant','tool_calls':[{'id':'c','type':'function',"
                        + "'function':{'name':'f','arguments':'x'}}]}]}")
                .getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> RecordedRequest.read(Dialect.OPENAI_CHAT, body, ChatForm.TRANSFORMERS))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("not a JSON object");
    }

    private static String prompt(String message) throws WireException {
        byte[] body = json("{'model':'m','messages':[" + message + "]}").getBytes(StandardCharsets.UTF_8);
        RecordedRequest request = RecordedRequest.read(Dialect.OPENAI_CHAT, body, ChatForm.TRANSFORMERS);
        return ChatTemplate.parse(TEMPLATE)
                .render(request.input(), LocalDateTime.MIN)
                .text();
    }

    private static String json(String text) {
        return text.replace("\\'", "\\\"").replace('\'', '"');
    }
}
