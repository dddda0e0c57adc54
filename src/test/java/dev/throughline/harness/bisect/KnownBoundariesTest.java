package dev.throughline.harness.bisect;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.text.Json;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KnownBoundariesTest {
    private static final String TRACK = """
            {"combination": {"client": {"product": "toy", "version": ""}, "variant": "%s", "model": "glm-5",
                             "dialectIn": "openai-chat", "scenario": "tools", "policy": "%s"%s},
             "capability": "THINK",
             "boundaries": [{"lower": {"version": "1.0.0"}, "upper": {"version": "1.4.0"}}]}""";

    @Test
    void readsEachBoundaryOfADirectConnectionOnce() throws JsonProcessingException {
        String tracks = String.join(
                ",",
                TRACK.formatted("", "preserved", ""),
                TRACK.formatted("", "interleaved", ""),
                TRACK.formatted("plain", "preserved", ""),
                TRACK.formatted("", "preserved", ", \"backend\": {\"product\": \"vllm\", \"version\": \"1\"}"),
                TRACK.formatted("", "preserved", ", \"gateway\": {\"product\": \"throughline\", \"version\": \"1\"}"));

        assertThat(KnownBoundaries.read(Json.TREES.readTree("{\"tracks\": [" + tracks + "]}")))
                .extracting(one -> one.check() + " " + one.lower() + " " + one.upper())
                .containsExactly("toy@latest openai-chat 1.0.0 1.4.0", "toy@latest openai-chat plain 1.0.0 1.4.0");
    }
}
