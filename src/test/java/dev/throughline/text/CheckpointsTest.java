package dev.throughline.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointsTest {
    private static final int UNIT = 4_096;

    private final Random random = new Random(11);

    @Test
    void areNearToEachPlaceHoweverOftenWhatTheyAreOfGrew() {
        for (int most : List.of(500, 5_000, 50_000)) {
            List<Integer> kept = List.of(0);
            for (int step = 0; step < 2_000; step++) {
                int end = kept.getLast() + 1 + random.nextInt(most);
                List<Integer> all = new ArrayList<>(kept);
                if (end - UNIT > kept.getLast()) {
                    all.add(end - UNIT);
                }
                all.add(end);

                kept = Checkpoints.thinned(all, Integer::intValue, end, UNIT);

                assertNear(kept, end, most);
            }
        }
    }

    @Test
    void areTheFirstAndTheLastOfThoseThatAreNearToEachOther() {
        assertThat(Checkpoints.thinned(List.of(0, 10, 20, 30), Integer::intValue, 30, UNIT))
                .containsExactly(0, 30);
        assertThat(Checkpoints.thinned(List.of(0), Integer::intValue, 0, UNIT)).containsExactly(0);
    }

    @Test
    void keepWhatHasNoOtherNearIt() {
        List<Integer> far = List.of(0, 50_000, 80_000, 90_000);

        assertThat(Checkpoints.thinned(far, Integer::intValue, 90_000, UNIT)).isEqualTo(far);
    }

    /// From a place back to a checkpoint it is no farther than from there to the end, and one step of growth.
    private static void assertNear(List<Integer> kept, int end, int most) {
        assertThat(kept.getFirst()).isZero();
        assertThat(kept.getLast()).isEqualTo(end);
        assertThat(kept).hasSizeLessThan(50);
        for (int i = 1; i < kept.size(); i++) {
            int left = end - kept.get(i);
            assertThat(kept.get(i) - kept.get(i - 1)).isLessThanOrEqualTo(Math.max(UNIT, left) + most);
        }
    }
}
