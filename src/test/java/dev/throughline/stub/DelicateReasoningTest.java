package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import java.text.Normalizer;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class DelicateReasoningTest {
    private static final String TOKEN = "[THINK-OAI-T1-0123abcd]";

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void everyTextHasItsTokenOrIsEmpty(Dialect dialect) {
        List<String> texts = texts(StubOutputForm.NATIVE, dialect);

        assertThat(texts).filteredOn(text -> !text.contains(TOKEN)).allMatch(String::isEmpty);
        assertThat(texts).doesNotHaveDuplicates().hasSize(dialect == Dialect.OPENAI_CHAT ? 9 : 10);
    }

    @Test
    void twoTurnsHaveEverythingThatAClientMayChange() {
        List<String> texts = texts(StubOutputForm.NATIVE, Dialect.ANTHROPIC);

        for (Predicate<String> trait : List.<Predicate<String>>of(
                text -> text.startsWith("  ") && text.endsWith("  "),
                text -> text.startsWith("\t") && text.endsWith("\t"),
                text -> text.startsWith("\n") && text.endsWith("\n"),
                text -> text.startsWith("\r\n") && text.endsWith("\r\n"),
                text -> text.strip().contains("o  s"),
                text -> text.strip().contains("\u2028"),
                text -> !Normalizer.isNormalized(text, Normalizer.Form.NFC),
                text -> text.length() >= 8_000,
                text -> text.contains("<think>") && text.contains("</b>"),
                String::isEmpty)) {
            assertThat(texts).anyMatch(trait);
        }
    }

    /// Such as DeepSeek V4: what it never gave it could not ask back.
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aVendorThatAsksForEachThoughtGivesEach(Dialect dialect) {
        assertThat(texts(StubOutputForm.NATIVE, dialect, true)).hasSize(10).allMatch(text -> text.contains(TOKEN));
    }

    @Test
    void rawAnswersHaveNoTagOfTheirOwnMarkupInside() {
        assertThat(texts(StubOutputForm.RAW_GLM_4_5, Dialect.OPENAI_CHAT))
                .hasSize(9)
                .noneMatch(text -> text.contains("think>"));
    }

    private static List<String> texts(StubOutputForm output, Dialect dialect) {
        return texts(output, dialect, false);
    }

    private static List<String> texts(StubOutputForm output, Dialect dialect, boolean isDemanded) {
        Conversation request = StubRequests.request(dialect);
        return Stream.of(1, 2)
                .flatMap(turn -> IntStream.rangeClosed(1, DelicateReasoning.STEPS)
                        .mapToObj(step -> DelicateReasoning.text(turn, step, output, request, isDemanded, TOKEN)))
                .flatMap(Optional::stream)
                .toList();
    }
}
