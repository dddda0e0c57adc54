package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.PythonError;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.text.Json;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// What transformers 5.24 and vLLM 0.32 hand to a template. JSON is written with `'` for quotes.
class ChatInputTest {
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);
    /// Shows each field that a message has.
    private static final String FIELDS =
            "{% for m in messages %}{% for k in m|sort %}{{ k }}={{ m[k] }};{% endfor %}" + "{% endfor %}";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "TRANSFORMERS | 'content':null,'reasoning':'R' | reasoning=R;reasoning_content=R;thinking=R;",
                "TRANSFORMERS | 'thinking':'R' | reasoning_content=R;thinking=R;",
                "TRANSFORMERS | 'reasoning_content':'A','thinking':'B','reasoning':'C'"
                        + " | reasoning=C;reasoning_content=A;thinking=B;",
                "TRANSFORMERS | 'reasoning_content':null,'thinking':'B' | reasoning_content=B;thinking=B;",
                "TRANSFORMERS | 'reasoning_content':'','reasoning':'C' | reasoning=C;reasoning_content=;thinking=;",
                "TRANSFORMERS | 'content':'x','tool_calls':null | content=x;",
                "VLLM | 'reasoning_content':'A' | reasoning=A;reasoning_content=A;thinking=A;",
                "VLLM | 'reasoning_content':'A','reasoning':null | reasoning=A;reasoning_content=A;thinking=A;",
                "VLLM | 'reasoning_content':'A','reasoning':'' | reasoning=;reasoning_content=;thinking=;",
                "VLLM | 'content':null,'thinking':'B' | content=;",
            })
    void aServerHandsReasoningOnUnderItsNames(ChatForm form, String fields, String shown) {
        ChatInput input = ChatInput.of(chat("{'messages':[{" + fields + "}]}"), form);

        assertThat(ChatTemplate.parse(FIELDS).render(input, NOON).text()).isEqualTo(shown);
    }

    @ParameterizedTest
    @EnumSource(ChatForm.class)
    void whatIsAbsentIsNone(ChatForm form) {
        ChatInput input = ChatInput.of(chat("{'messages':[],'chat_template_kwargs':{'x':1}}"), form);

        assertThat(ChatTemplate.parse("{{ tools }} {{ documents }} {{ add_generation_prompt }} {{ x }}")
                        .render(input, NOON)
                        .text())
                .isEqualTo("None None True 1");
        assertThat(input.mode()).isEqualTo(form.id());
    }

    @Test
    void theRequestIsNotChanged() {
        ObjectNode chat = chat("{'messages':[{'content':null,'reasoning':'R'}],'continue_final_message':false}");
        ObjectNode before = chat.deepCopy();

        ChatInput.of(chat, ChatForm.TRANSFORMERS);

        assertThat(chat).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "true | 'content':'So far ' | \"<a>So far \"",
                "'content' | 'content':'So far' | <a>So far",
                "true | 'content':[{'type':'text','text':'So far'},{'type':'image'}] | <a>So far",
                "'reasoning_content' | 'content':'C','reasoning':'R ' | \"<a>[R \"",
                "'thinking' | 'reasoning_content':'R' | <a>[R",
            })
    void aPromptEndsInsideTheMessageThatIsContinued(String field, String message, String prompt) {
        String template = "{% for m in messages %}<a>{% if m.reasoning_content %}[{{ m.reasoning_content }}]{% endif %}"
                + "{% if m.content is string %}{{ m.content }}{% else %}"
                + "{% for p in m.content %}{{ p.text }}{% endfor %}{% endif %}</a>{% endfor %}";

        assertThat(continued(template, field, message).text()).isEqualTo(prompt);
    }

    @Test
    void aTemplateThatTrimsEndsBehindTheTrimmedText() {
        Rendering prompt = continued("<a> {{ messages[0].content|trim }}</a>", "true", "'content':' So far \\n'");

        assertThat(prompt.text()).isEqualTo("<a> So far");
        assertThat(prompt.spans().getLast().origin()).isInstanceOf(Origin.Content.class);
        assertThat(prompt.spans().getLast().to()).isEqualTo(prompt.text().length());
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{{ messages[0].content }} | true | 'role':'a'",
                "{{ messages[0].content }} | true | 'content':[{'type':'image'}]",
                "{{ messages[0].content }} | 'reasoning' | 'reasoning':'R','content':'x'",
                "\"{{ messages[0].content|upper }}\" | true | 'content':'x'",
                "{{ 1 if messages[0].content }} | true | 'content':'x'",
            })
    void whatCannotBeContinuedIsAnError(String template, String field, String message) {
        TemplateException raised =
                catchThrowableOfType(TemplateException.class, () -> continued(template, field, message));

        assertThat(raised.error()).isEqualTo(PythonError.VALUE_ERROR);
    }

    private static Rendering continued(String template, String field, String message) {
        ObjectNode chat = chat("{'messages':[{" + message + "}],'continue_final_message':" + field + "}");
        return ChatTemplate.parse(template).render(ChatInput.of(chat, ChatForm.TRANSFORMERS), NOON);
    }

    private static ObjectNode chat(String text) {
        try {
            return (ObjectNode) Json.TREES.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
