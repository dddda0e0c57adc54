package dev.throughline.trace.sighting;

import dev.throughline.trace.sighting.BlockOrder.Block;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Which blocks were moved. `T` is reasoning, `X` a text or a call; the number is the place at which it was issued.
class BlockOrderTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "T0 X1 X2, ''",
        "T1 T0 X2, T0 T1",
        "T2 X1 T0, T0 T2",
        "T0 T2 X1 X3, T2",
        "T0 T2 T3 X1 X4, T2 T3",
        "X1 X2 T0, T0",
        "X1 T0, T0",
        "X1 X0, X0 X1",
        "X1 X2 X0, X0",
        "T0 X3 X1 X2, X3",
        "X2 X1 T0, T0 X1 X2",
        "T3 X1 X2 T0 X4, T0 T3",
        "T0 X1 T5 X3 T2 X6, T2 T5",
    })
    void marksWhatMoved(String returned, String misplaced) {
        assertThat(marked(returned.split(" "))).isEqualTo(words(misplaced));
    }

    @Test
    void blocksAtOnePlaceAreInOrder() {
        Set<Block> joined =
                Set.of(new Block(1, 1, 0, 0, true), new Block(1, 0, 0, 0, true), new Block(1, 2, 0, 1, false));

        assertThat(BlockOrder.misplaced(joined)).isEmpty();
    }

    @Test
    void answersThatChangedPlacesAreBothMarked() {
        Set<Block> swapped = Set.of(new Block(2, 0, 1, 0, false), new Block(1, 0, 3, 0, false));

        assertThat(BlockOrder.misplaced(swapped)).isEqualTo(swapped);
    }

    @Test
    void anyShuffleLeavesTextsAndCallsAloneThatReasoningPassed() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            int controls = 1 + random.nextInt(6);
            int thoughts = random.nextInt(6);
            Set<Block> blocks = new HashSet<>();
            IntStream.range(0, controls).forEach(i -> blocks.add(new Block(1, 10 * i, 0, 10 * i, false)));
            IntStream.range(0, thoughts)
                    .forEach(i -> blocks.add(new Block(1, random.nextInt(60), 0, random.nextInt(60), true)));

            assertThat(BlockOrder.misplaced(blocks)).as("seed %d", seed).allMatch(Block::isReasoning);
        }
    }

    private static Set<String> marked(String[] returned) {
        Set<Block> blocks = new HashSet<>();
        for (int place = 0; place < returned.length; place++) {
            int block = Integer.parseInt(returned[place].substring(1));
            blocks.add(new Block(1, block, 0, place, returned[place].startsWith("T")));
        }
        return BlockOrder.misplaced(blocks).stream()
                .map(block -> (block.isReasoning() ? "T" : "X") + block.block())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> words(String text) {
        return text.isEmpty() ? Set.of() : new TreeSet<>(Set.of(text.split(" ")));
    }
}
