package dev.throughline.render.prefix;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ServerCacheTest {
    private static TokenPrice price(String model, String input, String cached) {
        return new TokenPrice(
                model, new BigDecimal(input), new BigDecimal(cached), "USD", LocalDate.of(2026, 11, 22), "a page");
    }

    @Test
    void reusesWholeBlocksOnly() {
        assertThat(ServerCache.of(1_039, 16, OptionalInt.of(1_000)).reusable()).isEqualTo(1_024);
        assertThat(ServerCache.of(1_039, 1, OptionalInt.empty()).reusable()).isEqualTo(1_039);
        assertThat(ServerCache.of(15, 16, OptionalInt.empty()).reusable()).isZero();
    }

    @Test
    void whatTheServerDidNotReuseIsUnexplained() {
        assertThat(ServerCache.of(1_039, 16, OptionalInt.of(512)).unexplained()).hasValue(512);
        assertThat(ServerCache.of(1_039, 16, OptionalInt.of(1_039)).unexplained())
                .hasValue(0);
        assertThat(ServerCache.of(1_039, 16, OptionalInt.empty()).unexplained()).isEmpty();
    }

    @Test
    void moneyIsTheDifferenceOfBothPrices() {
        assertThat(price("glm-4.7", "0.60", "0.11").ofWasted(22_481)).isEqualByComparingTo("0.01101569");
        assertThat(price("glm-4.7", "0.60", "0.11").ofWasted(0)).isEqualByComparingTo("0");
    }

    @Test
    void theExactNameWinsThenTheLongest() {
        PriceList list = new PriceList(
                List.of(price("glm-*", "9", "1"), price("glm-4.7-*", "3", "1"), price("glm-4.7", "2", "1")));

        assertThat(list.find("zai-org/GLM-4.7").orElseThrow().model()).isEqualTo("glm-4.7");
        assertThat(list.find("glm-4.7-fp8").orElseThrow().model()).isEqualTo("glm-4.7-*");
        assertThat(list.find("glm-4.6").orElseThrow().model()).isEqualTo("glm-*");
        assertThat(list.find("qwen3")).isEmpty();
    }

    @Test
    void refusesPricesThatCannotBe() {
        assertThatThrownBy(() -> price("glm", "1", "2")).hasMessageContaining("cached <= input");
        assertThatThrownBy(() -> price("*", "2", "1")).hasMessageContaining("name of a model");
        assertThatThrownBy(() -> new TokenPrice(
                        "glm", BigDecimal.ONE, BigDecimal.ZERO, "dollars", LocalDate.of(2026, 1, 1), "a page"))
                .hasMessageContaining("currency");
    }
}
