package dev.throughline.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.render.ChatTemplate;
import dev.throughline.run.prompt.RecordedRequest;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// JSON is written with `'` for quotes.
class ServedMessagesTest {
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
    @ValueSource(
            strings = {
                "{'role':'user','content':'Hi','name':'n'}",
                "{'role':'assistant','content':'Hi'}",
                "{'role':'assistant','content':[{'type':'text','text':'Hi','own':null}]}",
                "{'role':'tool','content':'Hi','reasoning':'no thought of a model'}"
            })
    void nothingElseOfAMessageChanges(String message) {
        ObjectNode context = context(message);

        assertThat(ServedMessages.in(context)).isEmpty();

        assertThat(context).isEqualTo(context(message));
    }

    @Test
    void argumentsThatAreNoObjectAreNamed() {
        assertThat(ServedMessages.in(context("{'role':'assistant','tool_calls':[{'function':{'arguments':'x'}}]}")))
                .contains("/messages/0/tool_calls/0/function/arguments");
    }

    private static String prompt(String message) throws WireException {
        byte[] body = json("{'model':'m','messages':[" + message + "]}").getBytes(StandardCharsets.UTF_8);
        ObjectNode context = RecordedRequest.read(Dialect.OPENAI_CHAT, body).context();
        return ChatTemplate.parse(TEMPLATE).render(context, LocalDateTime.MIN).text();
    }

    private static ObjectNode context(String message) {
        return StrictJson.object(json("{'messages':[" + message + "]}").getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private static String json(String text) {
        return text.replace("\\'", "\\\"").replace('\'', '"');
    }
}
