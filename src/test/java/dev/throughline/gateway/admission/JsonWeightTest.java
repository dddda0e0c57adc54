package dev.throughline.gateway.admission;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonWeightTest {

    @Test
    void countsValuesOutsideStringsOnly() {
        assertThat(weigh("{\"a\":\"[[[,,,\\\"[[\"}")).isEqualTo(JsonWeight.least(18) + 2 * 64);
    }

    @Test
    void weighsTheSameHoweverTheTextIsCut() {
        String text = "{\"a\":[1,2,\"x\\\\\",{\"b\\\"\":\"[,\"}],\"ü\":{}}";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            var weight = new JsonWeight();
            weight.add(bytes, 0, cut);
            weight.add(bytes, cut, bytes.length - cut);
            assertThat(weight.heapBytes()).as("cut at %d", cut).isEqualTo(weigh(text));
        }
    }

    @Test
    void emptyContainersWeighManyTimesTheirLength() {
        assertThat(weigh("[" + "{},".repeat(1_000))).isGreaterThan(3_000 * 40);
    }

    private static long weigh(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var weight = new JsonWeight();
        weight.add(bytes, 0, bytes.length);
        return weight.heapBytes();
    }
}
