package dev.throughline.render;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DivergenceFinderTest {
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);
    private static final ChatTemplate TEMPLATE =
            ChatTemplate.parse(GlmVersion.find("glm-4.7").orElseThrow().template());

    /// A tool loop in which the last answer of `messages` is the only one with reasoning.
    private static ObjectNode toolLoop(int messages) {
        ObjectNode context = new JsonMapper().createObjectNode();
        ArrayNode history = context.putArray("messages");
        history.addObject().put("role", "user").put("content", "go");
        for (int index = 1; index + 1 < messages; index += 2) {
            history.addObject().put("role", "assistant").put("content", "step " + index);
            history.addObject().put("role", "tool").put("content", "found " + index);
        }
        history.addObject().put("role", "assistant").put("content", "done").put("reasoning_content", "why");
        return context;
    }

    @Test
    void looksAtEachSpanOnceInALongHistory() {
        ObjectNode before = toolLoop(1_000);
        ObjectNode after = before.deepCopy();
        after.withArray("messages").addObject().put("role", "user").put("content", "more");
        PromptTurn from = PromptTurn.of(TEMPLATE, before, NOON);
        PromptTurn to = PromptTurn.of(TEMPLATE, after, NOON);
        String one = from.prompt().text();
        String other = to.prompt().text();
        int at = 0;
        while (one.charAt(at) == other.charAt(at)) {
            at++;
        }
        DivergenceFinder finder = new DivergenceFinder(from, to, at, one.length());

        DivergenceFinder.Finding found = finder.find();

        assertThat(found.cause()).isEqualTo(PrefixCause.REASONING_CLEARED);
        assertThat(found.pointer()).endsWith("/reasoning_content");
        assertThat(finder.spansRead())
                .isPositive()
                .isLessThanOrEqualTo(
                        from.prompt().spans().size() + to.prompt().spans().size());
    }
}
