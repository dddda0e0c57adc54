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
    void answersNameWhatTheListOfModelsDoesNot() {
        Map<String, String> mlx =
                Map.of("header server", "BaseHTTP/0.6 Python/3.12.1", "system_fingerprint", "0.32.2-0.32.4-Linux-6.1");
        Map<String, String> vllm = Map.of("system_fingerprint", "vllm-0.32.0-0a1b2c3d");

        assertThat(ServerKind.of("127.0.0.1", mlx).text()).isEqualTo("mlx (system_fingerprint)");
        assertThat(ServerProduct.of(mlx)).contains(new ServerProduct("mlx", "0.32.2"));
        assertThat(ServerProduct.of(vllm)).contains(new ServerProduct("vllm", "0.32.0"));
        assertThat(ServerProduct.of(Map.of("system_fingerprint", "fp_44709d6fcb")))
                .isEmpty();
    }

    @Test
    void saysWhereItWasSeen() {
        assertThat(ServerKind.of("api.z.ai", Map.of()).text()).isEqualTo("zai (host)");
        assertThat(ServerKind.of("127.0.0.1", Map.of("owned_by", "vllm")).text())
                .isEqualTo("vllm (owned_by)");
        assertThat(ServerKind.of("127.0.0.1", Map.of()).text()).isEqualTo("other (nothing names it)");
    }
}
