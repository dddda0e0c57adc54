package dev.throughline.bench;

import dev.throughline.bench.PrefixFigures.Figure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The figures of the design: 10 % of the prompt stays, or all of it.
class PrefixFiguresIT {
    private static final Set<String> WITHOUT_OPTION = Set.of("glm-4.5", "glm-4.6");

    @Test
    void aNewQuestionLeavesATenthOrEverything() {
        List<Figure> figures = PrefixFigures.all();

        assertThat(figures).extracting(Figure::version).contains("glm-4.5", "glm-4.7", "glm-5.2", "glm-5.3");
        assertThat(figures).allSatisfy(figure -> {
            boolean isSet = figure.clears().equals(Optional.of(false));
            boolean keeps = figure.version().equals("glm-5.3") || isSet && !WITHOUT_OPTION.contains(figure.version());
            assertThat(figure.share()).as(figure.toString()).isEqualTo(keeps ? 100 : 10);
            assertThat(figure.cause()).isEqualTo(keeps ? "" : "REASONING_CLEARED");
            assertThat(figure.found().wasted()).isBetween(keeps ? 0 : 22_000, keeps ? 0 : 23_000);
        });
    }
}
