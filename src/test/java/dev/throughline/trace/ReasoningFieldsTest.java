package dev.throughline.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.testing.BareConversations;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReasoningFieldsTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            reasoning_content, reasoning_content, true
            reasoning_content, reasoning,         false
            both,              reasoning_content, true
            both,              reasoning,         true
            both,              both,              false
            both,              thinking,          false
            reasoning,         content,           true
            reasoning,         summary,           true
            reasoning,         encrypted_content, true
            reasoning,         reasoning,         true
            reasoning,         thinking,          false
            thinking,          content,           false
            reasoning+reasoning_details, reasoning,         true
            reasoning+reasoning_details, reasoning_details, true
            reasoning+reasoning_details, reasoning_content, false
            """)
    void reasoningIsInItsOwnPlaceInTheFieldsOfItsDialect(String issued, String found, boolean isOwn) {
        assertThat(ReasoningFields.isOwn(issued, part("/messages/1", found))).isEqualTo(isOwn);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            reasoning_content, /messages/1/reasoning_content, false
            reasoning_content, /messages/1/content/0/text,    true
            both,              /messages/1/content/0/text,    true
            thinking,          /messages/1/content/0/text,    false
            reasoning,         /input/1/content/0/text,       false
            reasoning,         /messages/1/content/0/text,    true
            """)
    void reasoningBesideTheContentIsMisplacedWithinIt(String issued, String path, boolean isMisplaced) {
        assertThat(ReasoningFields.isMisplaced(issued, part(path, "reasoning_content")))
                .isEqualTo(isMisplaced);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            reasoning_content,           reasoning_content
            reasoning_text,              reasoning_text
            both,                        reasoning_content
            reasoning+reasoning_text,    reasoning_content
            reasoning+reasoning_details, reasoning_details
            """)
    void oneOfSeveralFieldsSaysMost(String issued, String field) {
        assertThat(ReasoningFields.main(issued)).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI_CHAT | [{"a":1,"b":2}] | true
            OPENAI_CHAT | [{"b":2,"a":1}] | true
            OPENAI_CHAT | [{"a":1}]       | false
            OPENAI_CHAT | null            | false
            ANTHROPIC   | [{"a":1,"b":2}] | false
            """)
    void detailsAreInAChatMessageThatRepeatsTheirValue(Dialect dialect, String sent, boolean areIn) {
        var issued = new IssuedReasoningDetails("own", "[{\"a\":1,\"b\":2}]");
        var body = (ObjectNode) CanonicalJson.parse("{\"messages\":[{\"reasoning_details\":" + sent + "}]}")
                .orElseThrow();
        Conversation request = BareConversations.of(dialect, body);

        assertThat(issued.areIn(request, "/messages/0")).isEqualTo(areIn);
        assertThat(issued.areIn(request, "/messages/1")).isFalse();
        assertThat(new IssuedReasoningDetails("own", "no JSON").areIn(request, "/messages/0"))
                .isFalse();
    }

    @Test
    void whatAStubPlannedIsNotExactExceptTheIdsOfCalls() {
        assertThat(planted(Category.THINK, "").isExact()).isTrue();
        assertThat(planted(Category.THINK, "[THINK-OAI-T1-0123abcd]").isExact()).isFalse();
        assertThat(planted(Category.TOOL_ID, "call_1").isExact()).isTrue();
    }

    private static PlantedItem planted(Category category, String token) {
        return new PlantedItem(0, category, token, "value", 0, "", Optional.empty(), Optional.empty());
    }

    private static Part.Reasoning part(String path, String field) {
        return new Part.Reasoning(path, field, "Hm.", Optional.empty());
    }
}
