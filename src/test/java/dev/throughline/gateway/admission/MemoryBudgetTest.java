package dev.throughline.gateway.admission;

import dev.throughline.gateway.admission.MemoryBudget.Claim;
import dev.throughline.gateway.admission.MemoryBudget.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(800, 4);
    private final List<String> granted = new ArrayList<>();
    private final List<String> evicted = new ArrayList<>();

    @Test
    void grantsAtOnceWhatIsFree() {
        assertThat(take("a", 400)).isEqualTo(Decision.GRANTED);
        assertThat(take("b", 300)).isEqualTo(Decision.GRANTED);
        assertThat(budget.held()).isEqualTo(700);
    }

    @Test
    void aSingleClaimMayTakeAllButWhatIsKeptForSmallOnes() {
        assertThat(take("a", 700)).isEqualTo(Decision.GRANTED);
        assertThat(take("a", 3)).isEqualTo(Decision.GRANTED);
        assertThat(take("b", 4)).isEqualTo(Decision.WAITING);
    }

    @Test
    void aPayerLeavesHalfOfWhatIsKeptForSmallClaimsToOthers() {
        take("a", 700);
        while (take("a", 3) == Decision.GRANTED) {
            assertThat(budget.held()).isLessThanOrEqualTo(750);
        }

        assertThat(take("b", 3)).isEqualTo(Decision.WAITING);
        assertThat(granted).containsExactly("b3");
    }

    @Test
    void aPayerThatHoldsLittleMayStillMakeOneLargeClaim() {
        take("a", 3);
        take("a", 60);

        assertThat(take("a", 600)).isEqualTo(Decision.GRANTED);
    }

    @Test
    void aRequestThatHoldsMuchMayGrow() {
        take("a", 600);

        assertThat(budget.take(new Claim("a", 50, 600, () -> {}, () -> {}))).isEqualTo(Decision.GRANTED);
    }

    @Test
    void smallClaimsGoOnWhileLargeOnesWait() {
        take("a", 700);
        take("a", 100);

        assertThat(take("a", 2)).isEqualTo(Decision.WAITING);
        assertThat(granted).containsExactly("a2");
    }

    @Test
    void aPayerWithSeveralClaimsLeavesAQuarterToOthers() {
        take("a", 500);

        assertThat(take("a", 50)).isEqualTo(Decision.WAITING);
        assertThat(take("b", 200)).isEqualTo(Decision.WAITING);
        assertThat(granted).containsExactly("b200");
    }

    @Test
    void payersTakeTurnsHoweverManyClaimsEachHas() {
        take("x", 700);
        take("a", 150);
        take("a", 151);
        take("a", 152);
        take("b", 153);

        budget.free("x", 700);

        assertThat(granted).containsExactly("a150", "b153", "a151", "a152");
    }

    @Test
    void aFullRoomRefusesOneMoreOfThePayerThatFillsIt() {
        take("x", 700);
        for (int i = 101; i <= 104; i++) {
            take("a", i);
        }

        assertThat(take("a", 105)).isEqualTo(Decision.REFUSED);
        assertThat(budget.refused()).isEqualTo(1);
    }

    @Test
    void theNewestOfThePayerThatFillsTheRoomMakesWayForAnother() {
        take("x", 700);
        for (int i = 101; i <= 104; i++) {
            take("a", i);
        }

        assertThat(take("b", 105)).isEqualTo(Decision.WAITING);
        assertThat(evicted).containsExactly("a104");
        assertThat(budget.waiting()).isEqualTo(4);
    }

    @Test
    void otherClaimsPassALargeOneOnlySoOften() {
        take("x", 400);
        take("large", 600);
        int passed = 0;
        while (take("other", 100) == Decision.WAITING && granted.size() > passed && passed < 1_000) {
            passed++;
            budget.free("other", 100);
        }

        assertThat(passed).isBetween(1, 100);
        budget.free("x", 400);
        assertThat(granted).contains("large600");
    }

    @Test
    void aClaimThatIsGivenUpLetsTheNextOneIn() {
        take("x", 650);
        Claim large = claim("a", 100);
        budget.take(large);

        assertThat(budget.giveUp(large)).isTrue();
        assertThat(budget.giveUp(large)).isFalse();
        assertThat(take("b", 50)).isEqualTo(Decision.GRANTED);
    }

    @Test
    void givesBackNoMoreThanWasTaken() {
        take("a", 10);

        assertThatThrownBy(() -> budget.free("a", 11)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> budget.free("b", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everythingIsFreeAgainAfterManyThreadsUsedIt() throws Exception {
        var shared = new MemoryBudget(1_000, 1_000);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String payer = "payer" + i % 3;
            threads.add(Thread.ofPlatform().start(() -> churn(shared, payer)));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(shared.held()).isZero();
        assertThat(shared.waiting()).isZero();
    }

    private static void churn(MemoryBudget shared, String payer) {
        for (int i = 0; i < 2_000; i++) {
            long bytes = ThreadLocalRandom.current().nextLong(1, 700);
            var decided = new CountDownLatch(1);
            var claim = new Claim(payer, bytes, 0, decided::countDown, decided::countDown);
            if (shared.take(claim) == Decision.WAITING) {
                try {
                    decided.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            assertThat(shared.held()).isLessThanOrEqualTo(1_000);
            shared.free(payer, bytes);
        }
    }

    private Decision take(String payer, long bytes) {
        return budget.take(claim(payer, bytes));
    }

    private Claim claim(String payer, long bytes) {
        return new Claim(payer, bytes, 0, () -> granted.add(payer + bytes), () -> evicted.add(payer + bytes));
    }
}
