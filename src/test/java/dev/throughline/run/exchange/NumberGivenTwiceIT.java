package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.StoreSamples;
import dev.throughline.run.journal.AnswerGoneException;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A database that crashed gives a number a second time: the first answer's late writes leave the second's alone.
@QuarkusTest
class NumberGivenTwiceIT {
    @Inject
    RunStore runStore;

    @Inject
    ExchangeStore exchangeStore;

    @Inject
    UnrecordedExchanges unrecordedExchanges;

    private Run run;

    @BeforeEach
    void completeTheSecond() {
        run = await(runStore.create(StoreSamples.settings(), Optional.empty()));
        await(exchangeStore.admit(run, StoreSamples.clues("b")));
        begin("second");
        await(exchangeStore.end(answer("second"), StoreSamples.completed()));
    }

    @Test
    void keepsTheSecondCompletedWhenTheFirstCouldNotBegin() {
        assertThatThrownBy(() -> begin("first")).isNotNull();

        await(unrecordedExchanges.mark());

        assertThat(outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(recorded().unrecorded()).isFalse();
    }

    @Test
    void keepsTheSecondCompletedWhenTheFirstEndsLate() {
        assertThatThrownBy(() -> await(exchangeStore.end(
                        answer("first"), StoreSamples.completed().withOutcome(ExchangeOutcome.FAILED))))
                .isInstanceOf(AnswerGoneException.class);

        await(unrecordedExchanges.mark());

        assertThat(outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
    }

    @Test
    void marksTheAnswerItselfWhereItsEndWasCommittedUnnoticed() {
        unrecordedExchanges.add(answer("second"));

        await(unrecordedExchanges.mark());

        assertThat(outcome()).isEqualTo(ExchangeOutcome.FAILED);
        assertThat(recorded().unrecorded()).isTrue();
    }

    private AnswerIdentity answer(String key) {
        return new AnswerIdentity(run.id(), 1, key);
    }

    private void begin(String key) {
        await(exchangeStore.begin(
                1, StoreSamples.start(run.id(), ConversationLink.start(), key, List.of()), new Beginning()));
    }

    private ExchangeOutcome outcome() {
        return recorded().trace().outcome();
    }

    private RecordedExchange recorded() {
        return await(exchangeStore.find(run.id(), 1)).orElseThrow();
    }
}
