package dev.throughline.run;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SampledTokensTest {
    @Test
    void textsOfAnExchangeAreJoined() {
        SampledTokens found = SampledTokens.of(List.of(
                SampledTokens.prompt(3, 7, new int[] {0, 127, 128}),
                SampledTokens.prompt(0, 0, new int[] {16_384}),
                SampledTokens.answer(new int[] {151_643}, new float[] {-0.25f}),
                SampledTokens.answer(new int[] {1, 2}, new float[0])));

        assertThat(found.base()).isEqualTo(3);
        assertThat(found.shared()).isEqualTo(7);
        assertThat(found.prompt()).containsExactly(0, 127, 128, 16_384);
        assertThat(found.ids()).containsExactly(151_643, 1, 2);
        assertThat(found.logprobs()).containsExactly(-0.25f, Float.NaN, Float.NaN);
    }

    @Test
    void anyIdsAndLogProbabilitiesComeBack() {
        Random random = new Random(9);
        int[] ids = random.ints(5_000, 0, 300_000).toArray();
        float[] logprobs = new float[ids.length];
        for (int index = 0; index < logprobs.length; index++) {
            logprobs[index] = -random.nextFloat() * 20;
        }

        SampledTokens found = SampledTokens.of(List.of(SampledTokens.answer(ids, logprobs)));

        assertThat(found.ids()).isEqualTo(ids);
        assertThat(found.logprobs()).isEqualTo(logprobs);
        assertThat(SampledTokens.answer(ids, logprobs)).hasSizeLessThan(ids.length * 10);
    }

    @Test
    void anotherTextIsRefused() {
        assertThatThrownBy(() -> SampledTokens.of(List.of("x1:2"))).isInstanceOf(IllegalArgumentException.class);
    }
}
