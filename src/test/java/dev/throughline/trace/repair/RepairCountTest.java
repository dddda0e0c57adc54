package dev.throughline.trace.repair;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepairCountTest {
    @Test
    void countsMessagesAndBlocksOfEachWay() {
        var repairs = List.of(
                new Repair("/messages/1", 1, Repair.By.CONTENT_HASH, 2),
                new Repair("/messages/3", 2, Repair.By.CALL_ID, 1),
                new Repair("/messages/5", 3, Repair.By.CONTENT_HASH, 3));

        assertThat(RepairCount.of(repairs))
                .containsExactlyInAnyOrder(
                        new RepairCount(Repair.By.CONTENT_HASH, 2, 5), new RepairCount(Repair.By.CALL_ID, 1, 1));
        assertThat(RepairCount.of(List.of())).isEmpty();
    }
}
