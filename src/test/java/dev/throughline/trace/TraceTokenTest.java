package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TraceTokenTest {
    private static final TraceToken THOUGHT = new TraceToken(Category.THINK, "OAI", 12, "0123abcd");
    private static final TraceToken RESULT = new TraceToken(Category.TOOL_OUT, "ANT", 1, "ffffffff");

    @Test
    void isReadFromItsWrittenForm() {
        assertThat(THOUGHT).hasToString("[THINK-OAI-T12-0123abcd]");
        assertThat(TraceToken.findAll(THOUGHT.toString())).containsExactly(THOUGHT);
        assertThat(TraceToken.of(Category.TOOL_OUT, Dialect.ANTHROPIC, 1, "ffffffff"))
                .isEqualTo(RESULT);
    }

    @Test
    void isFoundInOrderAsOftenAsItIsThere() {
        String text = "a " + THOUGHT + RESULT + "\n[" + THOUGHT + "]";

        assertThat(TraceToken.findAll(text)).isEqualTo(List.of(THOUGHT, RESULT, THOUGHT));
        assertThat(TraceToken.textsIn(text)).containsExactlyInAnyOrder(THOUGHT.toString(), RESULT.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "THINK-OAI-T1-0123abcd]",
                "[THINK-OAI-T1-0123abc]",
                "[THINK-OAI-T1-0123ABCD]",
                "[THINK-OAI-T1234567890-0123abcd]",
                "[THINK-XYZ-T1-0123abcd]",
                "[TOOL_ID-OAI-T1-0123abcd]"
            })
    void isNothingOfAnotherForm(String text) {
        assertThat(TraceToken.findAll(text)).isEmpty();
        assertThat(TraceToken.textsIn(text)).isEmpty();
    }

    @Test
    void needsANonceOfEightDigits() {
        assertThatThrownBy(() -> new TraceToken(Category.THINK, "OAI", 1, "0123ABCD"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0123ABCD");
    }
}
