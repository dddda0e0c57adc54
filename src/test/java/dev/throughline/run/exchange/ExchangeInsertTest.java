package dev.throughline.run.exchange;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ExchangeInsertTest {
    // The client prepares longer statements again each time.
    private static final int CACHED = 8_192;
    private static final int MOST_ROWS = 8;
    private static final ExchangeInsert BEGINNING = new ExchangeInsert(false, false, false, false, false);

    @Test
    void isPreparedOnceInEveryForm() {
        assertThat(forms()).allSatisfy(form -> assertThat(form.sql(MOST_ROWS)).hasSizeLessThan(CACHED));
    }

    @Test
    void isAnotherStatementInEveryForm() {
        assertThat(forms().stream().map(form -> form.sql(1)).distinct())
                .hasSameSizeAs(forms().stream()
                        .filter(form -> form.isKnown() || !form.hasCalls())
                        .toList());
    }

    @Test
    void writesNothingBesidesABeginningWithoutMore() {
        assertThat(BEGINNING.sql(1))
                .contains("INSERT INTO exchange ", "INSERT INTO exchange_body ", "'OPEN'")
                .doesNotContain("token_slice", "INSERT INTO item", "repeated_answer", "INSERT INTO observation");
    }

    private static List<ExchangeInsert> forms() {
        return IntStream.range(0, 32)
                .mapToObj(bits -> new ExchangeInsert(is(bits, 0), is(bits, 1), is(bits, 2), is(bits, 3), is(bits, 4)))
                .toList();
    }

    private static boolean is(int bits, int place) {
        return (bits >> place & 1) == 1;
    }
}
