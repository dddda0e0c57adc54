package dev.throughline.run.report;

import dev.throughline.run.report.PrefixTally.Loss;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PrefixTextTest {
    private static final String FIELD = "/messages/6/reasoning_content";

    private static PrefixTally tally(boolean isComplete, Loss... losses) {
        return new PrefixTally(14, 200, isComplete, true, 67_443, List.of(losses), List.of("A note."));
    }

    @Test
    void saysWhichRequestsLostHowMuchAndWhy() {
        Loss loss = new Loss(List.of(5, 9, 14), "REASONING_DROPPED", FIELD, 22_481, 22_481, 67_443, true, null);

        assertThat(PrefixText.lines(tally(true, loss)))
                .containsExactly(
                        "14 requests compared with the one before; 67,443 tokens were lost (estimated)",
                        "requests 5, 9, 14 lost 22,481 cached tokens each: REASONING_DROPPED at " + FIELD
                                + "; avoidable by the client",
                        "A note.");
    }

    @Test
    void saysHowFarItCameAndWhoIsToBlame() {
        Loss template = new Loss(
                IntStream.rangeClosed(1, 25).boxed().toList(),
                "REASONING_CLEARED",
                "/messages/*/reasoning_content",
                10,
                1_000,
                9_000,
                true,
                "clear_thinking=false");
        Loss server = new Loss(List.of(7), "SERVER", "", 512, 512, 512, false, null);

        assertThat(PrefixText.lines(tally(false, template, server)))
                .anyMatch(line -> line.contains("through request 200 of the run"))
                .anyMatch(line -> line.contains(" 19, 20 and 5 more lost 10 to 1,000 cached tokens each")
                        && line.contains("avoidable with clear_thinking=false"))
                .contains("request 7 computed again 512 cached tokens that the prompts share: eviction or routing, not"
                        + " the prompt");
    }
}
