package dev.throughline.cli.check;

import dev.throughline.cli.check.FieldTrials.Trial;
import dev.throughline.text.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FieldTrialsTest {
    private static final Trial DETAILS = new Trial("reasoning_details", "run2", "PRESERVED", "PRESERVED", "PRESERVED");
    private static final Trial REASONING = new Trial("reasoning", "run1", "BROKEN", "BROKEN", "BROKEN");

    @Test
    void namesTheFieldInWhichReasoningIsKept() {
        assertThat(new FieldTrials("reasoning_content", List.of(REASONING, DETAILS)).text("toy@1"))
                .isEqualTo("toy@1 keeps reasoning when offered as reasoning_details (run run2), not as"
                        + " reasoning_content or reasoning (BROKEN).");
    }

    @Test
    void saysThatNoneIsKept() {
        assertThat(new FieldTrials("reasoning_content", List.of(REASONING)).text("toy@1"))
                .isEqualTo("toy@1 does not keep all reasoning in any field: reasoning_content, reasoning (BROKEN).");
    }

    @Test
    void addsThemToTheReport() {
        var report = Json.TREES.createObjectNode();

        new FieldTrials("reasoning_content", List.of(REASONING, DETAILS)).addTo(report);

        assertThat(report.at("/keepsAs").toString()).isEqualTo("[\"reasoning_details\"]");
        assertThat(report.at("/tried/0/status").asText()).isEqualTo("BROKEN");
    }

    @Test
    void onlyChatHasOtherFields() {
        assertThat(ReasoningFieldOption.others("openai-chat", Optional.of("reasoning")))
                .containsExactly("reasoning_content", "reasoning_details");
        assertThat(ReasoningFieldOption.others("anthropic", Optional.empty())).isEmpty();
    }
}
