package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.testing.BareConversations;
import dev.throughline.wire.ClientTools.Origin;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Tools are written with `'` for quotes.
class ClientToolsTest {
    private static final String TOOLS = """
            [{'type':'custom','name':'patch'},{'type':'function','name':'plain'},\
            {'type':'namespace','name':'files','tools':[\
            {'type':'function','name':'read'},{'type':'custom','name':'edit'},\
            {'type':'namespace','name':'inner','tools':[{'type':'custom','name':'lost'}]}]}]""";

    @Test
    void freeformToolsAndThoseOfANamespaceHaveAnOrigin() {
        ClientTools tools = ClientTools.of(request(Dialect.RESPONSES, TOOLS));

        assertThat(tools.origins())
                .isEqualTo(Map.of(
                        "patch", new Origin("", "patch", true),
                        "files__read", new Origin("files", "read", false),
                        "files__edit", new Origin("files", "edit", true),
                        "files__inner", new Origin("files", "inner", false)));
        assertThat(tools.origin("patch")).isEqualTo(new Origin("", "patch", true));
        assertThat(tools.origin("plain")).isEqualTo(new Origin("", "plain", false));
    }

    @Test
    void otherDialectsHaveNone() {
        assertThat(ClientTools.of(request(Dialect.OPENAI_CHAT, TOOLS))).isEqualTo(ClientTools.NONE);
    }

    @Test
    void aFunctionsNameIsAtMostSixtyFourLong() {
        assertThat(ClientTools.function("", "x".repeat(80))).isEqualTo("x".repeat(80));
        assertThat(ClientTools.function("n", "f")).isEqualTo("n__f");
        assertThat(ClientTools.function("mcp__", "f")).isEqualTo("mcp__f");
        assertThat(ClientTools.function("n", "f".repeat(61))).isEqualTo("n__" + "f".repeat(61));
        String cut = ClientTools.function("n", "f".repeat(62));
        assertThat(cut).matches("n__f{52}_[0-9a-f]{8}").hasSize(64);
        assertThat(ClientTools.function("n", "f".repeat(62) + "g"))
                .isNotEqualTo(cut)
                .hasSize(64);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ANTHROPIC   | {'name':'t','input_schema':{}}                        | false
            ANTHROPIC   | {'name':'t','type':'custom'}                          | false
            ANTHROPIC   | {'name':'t','type':'web_search_20250305'}             | true
            ANTHROPIC   | {'name':'t','type':'bash_20250124','input_schema':{}} | false
            ANTHROPIC   | {'name':'t'}                                          | false
            OPENAI_CHAT | {'name':'t','type':'function'}                        | false
            OPENAI_CHAT | {'name':'t'}                                          | false
            OPENAI_CHAT | {'name':'t','type':'web_search'}                      | true
            RESPONSES   | {'name':'t','type':'function'}                        | false
            RESPONSES   | {'name':'t','type':'custom'}                          | false
            RESPONSES   | {'name':'t','type':'namespace'}                       | false
            RESPONSES   | {'name':'t','type':'file_search'}                     | true
            RESPONSES   | {'name':'t'}                                          | true
            """)
    void aToolIsTheProvidersIfNoClientDeclaresIt(Dialect dialect, String tool, boolean isProviders) {
        Conversation request = request(dialect, "[{'name':'first','type':'function','input_schema':{}}," + tool + "]");

        assertThat(ProviderTools.isProviders(request, "t")).isEqualTo(isProviders);
        assertThat(ProviderTools.isProviders(request, "first")).isFalse();
        assertThat(ProviderTools.isProviders(request, "unknown")).isFalse();
        assertThat(ProviderTools.isProviders(dialect, request.body().get("tools")))
                .isFalse();
    }

    private static Conversation request(Dialect dialect, String tools) {
        ObjectNode body = StrictJson.object(
                        ("{'tools':" + tools + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        return BareConversations.of(dialect, body);
    }
}
