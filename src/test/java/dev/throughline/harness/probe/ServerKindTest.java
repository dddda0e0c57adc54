package dev.throughline.harness.probe;

import dev.throughline.vendor.BackendKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The check reports the same kind that the proxy will detect for the server.
class ServerKindTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.z.ai",
                "open.bigmodel.cn",
                "api.openai.com",
                "mine.openai.azure.com",
                "openrouter.ai",
                "api.deepseek.com",
                "api.moonshot.ai",
                "api.moonshot.cn",
                "API.Anthropic.com",
                "api.openai.com.evil.example",
                "127.0.0.1"
            })
    void aHostIsTheServiceThatTheProxySees(String host) {
        assertThat(ServerKind.of(host, Map.of()).id())
                .isEqualTo(BackendKind.ofHost(host).orElse(BackendKind.OTHER).id());
    }

    @ParameterizedTest
    @CsvSource({"llama.cpp", "llamacpp", "sglang", "vLLM", "vllm-sglang", "mlx"})
    void anOwnerIsTheSoftwareThatTheProxySees(String name) {
        String seen = BackendKind.ofName(name).orElse(BackendKind.OTHER).id();

        assertThat(ServerKind.of("127.0.0.1", Map.of("owned_by", name)).id()).isEqualTo(seen);
        assertThat(ServerKind.of("127.0.0.1", Map.of("header server", name)).id())
                .isEqualTo(seen);
    }

    @Test
    void saysWhereItWasSeen() {
        assertThat(ServerKind.of("api.z.ai", Map.of()).text()).isEqualTo("zai (host)");
        assertThat(ServerKind.of("127.0.0.1", Map.of("owned_by", "vllm")).text())
                .isEqualTo("vllm (owned_by)");
        assertThat(ServerKind.of("127.0.0.1", Map.of()).text()).isEqualTo("other (nothing names it)");
    }
}
