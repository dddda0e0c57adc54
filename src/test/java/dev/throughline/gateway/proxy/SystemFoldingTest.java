package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SystemFoldingTest {
    /// One letter for each role: s, d(eveloper), u, a, t; followed by the content.
    @ParameterizedTest
    @CsvSource({
        "s1 d2 u3, s1+2 u3",
        "s1 u2 s3 a4, s1 u2+3 a4",
        "s1 u2 a3 t4 s5 a6, s1 u2 a3 t4+5 a6",
        "s1 u2 a3 s4 u5, s1 u2 a3 u4+5",
        "s1 u2 a3 s4 s5, s1 u2 a3 u4+5",
        "s1 u2 a3 s4 s5 u6 u7, s1 u2 a3 u4+5+6 u7",
        "u1 s2 u3, u1+2 u3"
    })
    void aLaterSystemMessageIsAddedToWhatStandsBeforeIt(String before, String after) throws Exception {
        assertThat(SystemFolding.fold(messages(before))).isEqualTo(messages(after));
    }

    @ParameterizedTest
    @CsvSource({"s1 u2 a3 u4 a5", "u1", "d1 u2 u3"})
    void nothingElseIsTouched(String before) throws Exception {
        ArrayNode messages = messages(before);

        assertThat(SystemFolding.fold(messages)).isSameAs(messages);
    }

    @Test
    void partsStayParts() throws Exception {
        ArrayNode messages = (ArrayNode) new JsonMapper().readTree("""
                [{"role":"user","content":[{"type":"image_url"}]},{"role":"system","content":"later"}]""");

        assertThat(SystemFolding.fold(messages)).isEqualTo(new JsonMapper().readTree("""
                [{"role":"user","content":[{"type":"image_url"},{"type":"text","text":"later"}]}]"""));
    }

    private static ArrayNode messages(String words) {
        ArrayNode messages = new JsonMapper().createArrayNode();
        for (String word : words.split(" ")) {
            String role = switch (word.charAt(0)) {
                case 's' -> "system";
                case 'd' -> "developer";
                case 'u' -> "user";
                case 'a' -> "assistant";
                default -> "tool";
            };
            messages.addObject()
                    .put("role", role)
                    .put("content", word.substring(1).replace("+", "\n\n"));
        }
        return messages;
    }
}
