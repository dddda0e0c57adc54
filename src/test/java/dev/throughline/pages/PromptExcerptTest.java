package dev.throughline.pages;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.PromptPiece;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.PromptTurn;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class PromptExcerptTest {
    private static final ChatTemplate WITHOUT_REASONING =
            ChatTemplate.parse("{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}");

    @Test
    void showsAShortPromptWhole() {
        PromptExcerpt found = excerpt("Where?", "Here.");

        assertThat(found.start())
                .extracting(PromptPiece::field, PromptPiece::text, PromptPiece::isOmitted)
                .contains(
                        tuple("user", "Where?", false),
                        tuple("reasoning", "a thought", true),
                        tuple("answer", "Here.", false));
        assertThat(shown(found.start())).isEqualTo("[user]Where?[assistant]Here.");
        assertThat(found.end()).isEmpty();
        assertThat(found.hidden()).isZero();
    }

    @Test
    void showsTheBeginningAndTheEndOfALongOne() {
        String text = "0123456789".repeat(5_000);

        PromptExcerpt found = excerpt(text, "Here.");

        String whole = "[user]" + text + "[assistant]Here.";
        assertThat(found.characters()).isEqualTo(whole.length());
        assertThat(whole).startsWith(shown(found.start())).endsWith(shown(found.end()));
        assertThat(shown(found.start()).length()
                        + found.hidden()
                        + shown(found.end()).length())
                .isEqualTo(whole.length());
        assertThat(found.start()).noneMatch(PromptPiece::isOmitted);
        assertThat(found.end()).filteredOn(PromptPiece::isOmitted).hasSize(1);
    }

    @Test
    void halvesNoCharacter() {
        for (int shift = 0; shift < 2; shift++) {
            PromptExcerpt found = excerpt("x".repeat(shift) + "\uD83E\uDDF5".repeat(10_000), "Here.");

            assertThat(shown(found.start()).codePoints()).noneMatch(PromptExcerptTest::isHalf);
            assertThat(shown(found.end()).codePoints()).noneMatch(PromptExcerptTest::isHalf);
        }
    }

    private static boolean isHalf(int point) {
        return point <= Character.MAX_VALUE && Character.isSurrogate((char) point);
    }

    private static String shown(List<PromptPiece> pieces) {
        return pieces.stream()
                .filter(piece -> !piece.isOmitted())
                .map(PromptPiece::text)
                .collect(Collectors.joining());
    }

    private static PromptExcerpt excerpt(String question, String answer) {
        ObjectNode context = new JsonMapper().createObjectNode();
        context.putArray("messages")
                .add(context.objectNode().put("role", "user").put("content", question))
                .add(context.objectNode()
                        .put("role", "assistant")
                        .put("reasoning_content", "a thought")
                        .put("content", answer));
        return PromptExcerpt.of(
                "test", PromptTurn.of(WITHOUT_REASONING, context, LocalDateTime.of(2026, 7, 10, 12, 0)));
    }
}
