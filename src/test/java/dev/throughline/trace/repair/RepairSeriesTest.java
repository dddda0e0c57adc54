package dev.throughline.trace.repair;

import dev.throughline.trace.repair.RepairSeries.Following;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RepairSeriesTest {
    @Test
    void stepsOfAConversationAreOneSeries() {
        List<Repair> repairs = IntStream.range(0, 1_000)
                .mapToObj(i -> new Repair("/messages/" + (2 * i + i / 5 + 1), i + 1, Repair.By.CALL_ID, 1))
                .toList();

        List<RepairSeries> series = RepairSeries.of(repairs);

        assertThat(series).hasSize(1);
        Following following = series.getFirst().following().orElseThrow();
        assertThat(following.times()).isEqualTo(1_000);
        assertThat(following.messages()).startsWith("2x4 3 2x4 3 ");
        assertThat(following.exchanges()).isEqualTo("1x999");
        assertThat(RepairSeries.repairs(series)).isEqualTo(repairs);
    }

    @Test
    void anotherWayAnotherNumberOfBlocksAndAnotherListBeginAnother() {
        List<Repair> repairs = List.of(
                new Repair("/messages/1", 1, Repair.By.CALL_ID, 1),
                new Repair("/messages/3", 2, Repair.By.CALL_ID, 1),
                new Repair("/messages/9", 4, Repair.By.CALL_ID, 1),
                new Repair("/messages/12", 5, Repair.By.SIGNATURE, 1),
                new Repair("/messages/14", 6, Repair.By.SIGNATURE, 2),
                new Repair("/input/16", 7, Repair.By.SIGNATURE, 2));

        assertThat(RepairSeries.of(repairs))
                .containsExactly(
                        new RepairSeries(
                                "/messages/1", 1, Repair.By.CALL_ID, 1, Optional.of(new Following(3, "2 6", "1 2"))),
                        single(repairs.get(3)),
                        single(repairs.get(4)),
                        single(repairs.get(5)));
    }

    private static RepairSeries single(Repair repair) {
        return new RepairSeries(repair.path(), repair.exchange(), repair.by(), repair.blocks(), Optional.empty());
    }

    @Test
    void aPathWithoutAnIndexStandsAlone() {
        List<Repair> repairs = List.of(
                new Repair("/messages/01", 1, Repair.By.CALL_ID, 1),
                new Repair("/messages/x", 2, Repair.By.CALL_ID, 1),
                new Repair("/messages/", 3, Repair.By.CALL_ID, 1),
                new Repair("/messages/1234567890", 4, Repair.By.CALL_ID, 1),
                new Repair("", 5, Repair.By.CALL_ID, 1));

        assertThat(RepairSeries.of(repairs))
                .hasSize(5)
                .allSatisfy(series -> assertThat(series.following()).isEmpty());
        assertThat(RepairSeries.repairs(RepairSeries.of(repairs))).isEqualTo(repairs);
    }

    @Test
    void anyRepairsAreReadBackAsTheyWere() {
        for (int seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            List<Repair> repairs = new ArrayList<>();
            int index = 0;
            int exchange = random.nextInt(5);
            for (int i = random.nextInt(30); i > 0; i--) {
                index += random.nextInt(4) - (random.nextInt(9) == 0 ? 3 : 0);
                exchange += random.nextInt(5) == 0 ? random.nextInt(7) - 3 : 1;
                repairs.add(new Repair(
                        (random.nextInt(20) == 0 ? "/input/" : "/messages/") + Math.max(0, index),
                        exchange,
                        random.nextInt(15) == 0 ? Repair.By.CONTENT_HASH : Repair.By.CALL_ID,
                        random.nextInt(15) == 0 ? 2 : 1));
            }

            assertThat(RepairSeries.repairs(RepairSeries.of(repairs)))
                    .as("seed %d", seed)
                    .isEqualTo(repairs);
        }
    }
}
