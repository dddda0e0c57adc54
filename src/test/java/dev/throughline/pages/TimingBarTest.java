package dev.throughline.pages;

import dev.throughline.pages.TimingBar.Part;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class TimingBarTest {
    @Test
    void showsEachPartOfAnAnswerOfABackend() {
        var timing = new ExchangeTiming(millis(10), millis(210), millis(310), Duration.ofMillis(990));

        TimingBar bar = TimingBar.of(end(timing), millis(10));

        assertThat(bar.parts())
                .extracting(Part::style, Part::duration, Part::x, Part::width)
                .containsExactly(
                        tuple("queue", "10.0 ms", 0, 10),
                        tuple("wait", "200.0 ms", 10, 200),
                        tuple("prefill", "100.0 ms", 210, 100),
                        tuple("tokens", "680.0 ms", 310, 680),
                        tuple("commit", "10.0 ms", 990, 10));
        assertThat(bar.text())
                .isEqualTo("until the backend was called 10.0 ms, until its first event 200.0 ms, until the first token"
                        + " 100.0 ms, tokens 680.0 ms, commit 10.0 ms");
    }

    @Test
    void drawsThePartsThatAreTooShortToBeSeen() {
        var timing = new ExchangeTiming(millis(0), millis(0), millis(0), Duration.ofSeconds(100));

        TimingBar bar = TimingBar.of(end(timing), millis(1));

        assertThat(bar.parts()).allSatisfy(part -> {
            assertThat(part.width()).isPositive();
            assertThat(part.x() + part.width()).isLessThanOrEqualTo(1_000);
        });
    }

    @Test
    void hasOnlyWhatIsKnown() {
        TimingBar stub = TimingBar.of(
                end(new ExchangeTiming(Optional.empty(), millis(1), millis(1), Duration.ofMillis(5))),
                Optional.empty());
        TimingBar refused = TimingBar.of(end(ExchangeTiming.unanswered(Duration.ofMillis(5))), Optional.empty());
        TimingBar open = TimingBar.of(Optional.empty(), Optional.empty());

        assertThat(stub.parts()).extracting(Part::style).containsExactly("wait", "prefill", "tokens");
        assertThat(refused.parts()).extracting(Part::name).containsExactly("until the end");
        assertThat(open.parts()).isEmpty();
        assertThat(open.text()).isEqualTo("In progress.");
    }

    private static Optional<Duration> millis(long millis) {
        return Optional.of(Duration.ofMillis(millis));
    }

    private static Optional<ExchangeEnd> end(ExchangeTiming timing) {
        return Optional.of(new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                12,
                new Usage(0, 0, 0, 0),
                timing,
                AnswerOutcome.NOTHING,
                Optional.empty()));
    }
}
