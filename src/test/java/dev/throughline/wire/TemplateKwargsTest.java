package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Bodies are written with `'` for quotes.
class TemplateKwargsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                             | {'a':1,'b':{}}          | {'a':1,'b':{}}
            {'chat_template_kwargs':{'a':2,'c':3}}         | {'a':1,'b':2}           | {'a':2,'c':3,'b':2}
            {'chat_template_kwargs':null}                  | {'a':1}                 | {'a':1}
            {'a':0}                                        | {'a':1,'b':2}           | {'b':2}
            {'a':null}                                     | {'a':1}                 | {'a':1}
            {'thinking':{'type':'enabled'}} | {'enable_thinking':true,'clear_thinking':true} | {'clear_thinking':true}
            {'thinking':{'clear_thinking':false}} | {'enable_thinking':true,'clear_thinking':true} \
            | {'enable_thinking':true}
            {'thinking':{'a':1,'type':'x'}}                | {'a':2,'type':'y'}      | {'a':2,'type':'y'}
            """)
    void defaultsStandWhereTheClientSaysNothing(String body, String defaults, String kwargs) {
        ObjectNode sent = json(body);
        ObjectNode before = sent.deepCopy();

        ObjectNode copy = TemplateKwargs.withDefaults(sent, json(defaults));

        assertThat(sent).isEqualTo(before);
        assertThat(copy.without("chat_template_kwargs").toString())
                .isEqualTo(before.without("chat_template_kwargs").toString());
        assertThat(TemplateKwargs.withDefaults(sent, json(defaults)).get("chat_template_kwargs"))
                .isEqualTo(json(kwargs));
        ObjectNode filled = json(body);
        TemplateKwargs.fill(filled, json(body), json(defaults));
        assertThat(filled.get("chat_template_kwargs")).isEqualTo(json(kwargs));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                    | {}
            {'chat_template_kwargs':'text'}       | {'a':1}
            {'chat_template_kwargs':{'a':2}}      | {'a':1}
            {'a':2}                               | {'a':1}
            """)
    void aBodyWithoutAGapStaysTheSame(String body, String defaults) {
        ObjectNode sent = json(body);

        assertThat(TemplateKwargs.withDefaults(sent, json(defaults))).isSameAs(sent);
        TemplateKwargs.fill(sent, sent, json(defaults));
        assertThat(sent).isEqualTo(json(body));
    }

    private static ObjectNode json(String text) {
        return StrictJson.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }
}
