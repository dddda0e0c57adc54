package dev.throughline.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Small files are read, large ones are searched. The figures are those of code bases that read well.
class SizesTest {
    private static final Path MAIN = Path.of("src/main/java");
    /// Only ever lowered: whoever adds lines takes others out. What falls well below it lowers it.
    private static final int CEILING = 137702;
    private static final int LARGEST = 400;
    private static final int MEDIAN = 80;
    private static final int NINTH_DECILE = 220;

    @Test
    void mainGrowsNoMore() throws IOException {
        assertThat(lines().values().stream().mapToInt(Integer::intValue).sum())
                .as("lines of main")
                .isLessThanOrEqualTo(CEILING);
    }

    @Test
    void noMainFileIsTooLarge() throws IOException {
        Map<String, Integer> tooLarge = new TreeMap<>(lines());
        tooLarge.values().removeIf(count -> count <= LARGEST);

        assertThat(tooLarge).as("main files over %d lines", LARGEST).isEmpty();
    }

    @Test
    void mainFilesAreSmallAsARule() throws IOException {
        List<Integer> sorted = lines().values().stream().sorted().toList();

        assertThat(sorted.get(sorted.size() / 2)).as("median").isLessThanOrEqualTo(MEDIAN);
        assertThat(sorted.get(sorted.size() * 9 / 10)).as("90th percentile").isLessThanOrEqualTo(NINTH_DECILE);
    }

    private static Map<String, Integer> lines() throws IOException {
        try (Stream<Path> files = Files.walk(MAIN)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(Path::toString, SizesTest::count));
        }
    }

    private static int count(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return (int) lines.count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
