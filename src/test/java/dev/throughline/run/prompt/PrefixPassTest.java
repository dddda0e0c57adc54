package dev.throughline.run.prompt;

import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.prompt.PrefixPass.StepSummary;
import dev.throughline.run.report.PrefixTally;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.TracedExchange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PrefixPassTest {
    private static final int PAGE = 4;

    @Test
    void endsAfterSoManyRequests() {
        PrefixPass pass = new PrefixPass(6, Long.MAX_VALUE);

        for (int number = 1; number <= 6; number++) {
            assertThat(pass.left(PAGE)).isEqualTo(Math.min(PAGE, 7 - number));
            assertThat(pass.begins(exchange(number))).isEqualTo(number > 1);
            pass.add(stepOf(10));
        }

        assertThat(pass.left(PAGE)).isZero();
        assertThat(pass.tally(8)).get().satisfies(tally -> {
            assertThat(tally.through()).isEqualTo(6);
            assertThat(tally.complete()).isFalse();
        });
        assertThat(pass.tally(6)).get().extracting(PrefixTally::complete).isEqualTo(true);
    }

    @Test
    void endsAfterSoManyCharacters() {
        PrefixPass pass = new PrefixPass(100, 25);

        pass.add(stepOf(20));
        assertThat(pass.left(PAGE)).isEqualTo(PAGE);
        pass.add(stepOf(6));

        assertThat(pass.left(PAGE)).isZero();
        assertThat(pass.begins(exchange(2))).isFalse();
    }

    /// Each continues the one before.
    private static RecordedExchange exchange(int number) {
        var link = new ConversationLink(1, number == 1 ? OptionalInt.empty() : OptionalInt.of(number - 1), 1, number);
        var trace = new TracedExchange(
                number,
                "key",
                link,
                StoreSamples.facts("hash"),
                List.of(),
                List.of(),
                Optional.empty(),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
        return new RecordedExchange(
                new RunId("run-1"),
                Instant.EPOCH,
                "POST",
                "/v1/messages",
                "",
                true,
                false,
                false,
                trace,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static StepSummary stepOf(int characters) {
        return new StepSummary(characters, false, "", false, Optional.empty(), Optional.empty());
    }
}
