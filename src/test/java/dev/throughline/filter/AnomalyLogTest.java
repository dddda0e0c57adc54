package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnomalyLogTest {
    private long position;
    private final AnomalyLog log = new AnomalyLog(() -> position);

    @Test
    void tellsWhereEachWasFound() {
        position = 7;
        log.add(Kind.STRAY_OPENER, "find");
        position = 9;
        log.add(Kind.EMPTY_CALL, "");

        assertThat(log.list())
                .containsExactly(new Anomaly(Kind.STRAY_OPENER, 7, "find"), new Anomaly(Kind.EMPTY_CALL, 9, ""));
    }

    @Test
    void keepsTheFirstHundred() {
        for (int i = 0; i < 102; i++) {
            log.add(Kind.STRAY_OPENER, String.valueOf(i));
        }

        assertThat(log.list()).hasSize(100);
        assertThat(log.list().getLast().detail()).isEqualTo("99");
    }

    @Test
    void keepsTheStartOfALongDetail() {
        log.add(Kind.UNDECLARED_TOOL, "a".repeat(128));
        log.add(Kind.UNDECLARED_TOOL, "b".repeat(128) + "c");

        assertThat(log.list()).extracting(Anomaly::detail).containsExactly("a".repeat(128), "b".repeat(128));
    }
}
