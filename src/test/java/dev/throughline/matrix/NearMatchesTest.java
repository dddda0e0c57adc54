package dev.throughline.matrix;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class NearMatchesTest {
    private static final List<String> KNOWN =
            List.of("claude-code", "opencode", "codex", "qwen-code", "pi", "droid", "kilo", "continue", "cline");

    @ParameterizedTest
    @CsvSource({
        "opncode,opencode",
        "OpenCode,opencode",
        "claud-code,claude-code",
        "claudecode,claude-code",
        "codxe,codex",
        "clien,cline",
        "qwen,qwen-code",
        "droid-cli,droid",
        "claude,claude-code",
        "p,pi"
    })
    void findsWhatWasMeant(String asked, String meant) {
        assertThat(NearMatches.of(asked, KNOWN)).first().isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "emacs", "zzzzzzzz", "';drop table cell;--"})
    void findsNothingWhereNothingIsNear(String asked) {
        assertThat(NearMatches.of(asked, KNOWN)).isEmpty();
    }

    @Test
    void namesTheNearestFirstAndFiveAtMost() {
        List<String> many = IntStream.range(0, 100).mapToObj(i -> "client-" + i).toList();

        assertThat(NearMatches.of("client-7", many)).hasSize(NearMatches.MOST).startsWith("client-7", "client-0");
    }

    @Test
    void aSwapOfNeighborsIsOneDifference() {
        assertThat(NearMatches.distance("codxe", "codex")).isEqualTo(1);
        assertThat(NearMatches.distance("", "codex")).isEqualTo(5);
        assertThat(NearMatches.distance("kilo", "")).isEqualTo(4);
    }

    @Test
    void aVeryLongNameCostsLittle() {
        String asked = String.join("", Collections.nCopies(100_000, "opencode"));

        assertThat(NearMatches.of(asked, KNOWN)).contains("opencode");
    }
}
