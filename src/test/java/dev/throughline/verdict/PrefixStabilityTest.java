package dev.throughline.verdict;

import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static org.assertj.core.api.Assertions.assertThat;

class PrefixStabilityTest {
    @Test
    void aPrefixThatNoRequestContinuesIsNotExercised() {
        PrefixStability prefixes =
                of(exchange(1).build(), exchange(2).withFirstPrefix().build());

        assertThat(prefixes.verdict())
                .isEqualTo(new CapabilityVerdict(
                        Status.NOT_EXERCISED, Status.NOT_EXERCISED, Status.NOT_EXERCISED, 0, 0, Map.of()));
        assertThat(prefixes.notes()).isEmpty();
    }

    @Test
    void anUnchangedPrefixIsPreserved() {
        PrefixStability prefixes = of(
                exchange(2).continues(1, 1, 2).rewriting().build(),
                exchange(3).continues(2, 2, 1).rewriting().build());

        assertThat(prefixes.verdict())
                .isEqualTo(new CapabilityVerdict(Status.PRESERVED, Status.PRESERVED, Status.PRESERVED, 2, 2, Map.of()));
        assertThat(prefixes.notes()).isEmpty();
    }

    @Test
    void aRewrittenPrefixIsBrokenInItsScope() {
        PrefixStability prefixes = of(
                exchange(2).continues(1, 1, 2).rewriting().build(),
                exchange(3).continues(2, 2, 1).rewriting(PrefixPart.SYSTEM).build());

        assertThat(prefixes.verdict())
                .isEqualTo(new CapabilityVerdict(
                        Status.PARTIAL, Status.PRESERVED, Status.BROKEN, 2, 1, Map.of(Outcome.MODIFIED, 1)));
    }

    @ParameterizedTest
    @CsvSource({
        "SYSTEM, The system prompt changed",
        "TOOLS, The tools changed",
        "OPTIONS, Parameters that steer thinking changed",
        "HISTORY, Earlier messages of users or tools changed"
    })
    void saysWhichPartWasRewritten(PrefixPart part, String words) {
        PrefixStability prefixes =
                of(exchange(2).continues(1, 2, 1).rewriting(part).build());

        assertThat(prefixes.notes())
                .containsExactly(
                        words + " since the request before: request 2. No prefix cache can serve what follows it.");
    }

    @Test
    void namesTheRequestsOfEachPart() {
        PrefixStability prefixes = of(
                exchange(2).rewriting(PrefixPart.TOOLS, PrefixPart.SYSTEM).build(),
                exchange(3).rewriting(PrefixPart.SYSTEM).build());

        assertThat(prefixes.notes())
                .containsExactly(
                        "The system prompt changed since the request before: requests 2, 3. No prefix cache can serve"
                                + " what follows it.",
                        "The tools changed since the request before: request 2. No prefix cache can serve what follows"
                                + " it.");
    }

    @Test
    void namesTenRequestsAtMost() {
        assertThat(rewritten(10).notes().getFirst()).contains(": requests 1, 2, 3, 4, 5, 6, 7, 8, 9, 10. No");
        assertThat(rewritten(12).notes().getFirst())
                .contains(": requests 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more. No");
    }

    private static PrefixStability rewritten(int requests) {
        return of(IntStream.rangeClosed(1, requests)
                .mapToObj(
                        number -> exchange(number).rewriting(PrefixPart.HISTORY).build())
                .toArray(TracedExchange[]::new));
    }

    private static PrefixStability of(TracedExchange... exchanges) {
        var prefixes = new PrefixStability();
        List.of(exchanges).forEach(prefixes::add);
        return prefixes;
    }
}
