package dev.throughline.backend.http;

import dev.throughline.backend.settings.BackendKind;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BackendKindTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final AtomicInteger asked = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({
        "api.openai.com,         OPENAI",
        "mine.openai.azure.com,  OPENAI",
        "api.z.ai,               ZAI",
        "open.bigmodel.cn,       ZAI",
        "openrouter.ai,          OPENROUTER",
        "api.deepseek.com,       DEEPSEEK",
        "api.moonshot.ai,        MOONSHOT",
        "API.Anthropic.com,      ANTHROPIC"
    })
    void aHostedServiceIsKnownByItsHostWithoutAsking(String host, BackendKind kind) {
        var discovery = new KindDiscovery(BackendKind.AUTO, host);
        discovery.use(0, this::vllm);

        assertThat(discovery.kind()).isEqualTo(kind);
        assertThat(asked).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"api.openai.com.evil.example", "notopenrouter.ai", "127.0.0.1"})
    void aHostThatOnlyLooksLikeOneIsNot(String host) {
        assertThat(BackendKind.ofHost(host)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"vllm, VLLM", "sglang, SGLANG", "llamacpp, LLAMA_CPP", "mlx, OTHER"})
    void aServerIsKnownByTheOwnerOfItsModels(String owner, BackendKind kind) {
        var discovery = new KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(0, () -> list(Map.of(), owner));

        assertThat(discovery.kind()).isEqualTo(kind);
    }

    @Test
    void aServerIsKnownByItsHeader() {
        var discovery = new KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(0, () -> list(Map.of("server", "llama.cpp"), "me"));

        assertThat(discovery.kind()).isEqualTo(BackendKind.LLAMA_CPP);
    }

    @Test
    void isAskedOnceAndAgainAfterAMinuteWithoutAnAnswer() {
        var discovery = new KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(1, this::down);
        discovery.use(MINUTE, this::down);
        assertThat(asked).hasValue(1);
        assertThat(discovery.kind()).isEqualTo(BackendKind.AUTO);

        discovery.use(MINUTE + 2, this::vllm);
        discovery.use(3 * MINUTE, this::vllm);

        assertThat(asked).hasValue(2);
        assertThat(discovery.kind()).isEqualTo(BackendKind.VLLM);
    }

    @Test
    void aSettingIsNotFoundOut() {
        var discovery = new KindDiscovery(BackendKind.SGLANG, "api.openai.com");
        discovery.use(0, this::vllm);

        assertThat(discovery.kind()).isEqualTo(BackendKind.SGLANG);
        assertThat(asked).hasValue(0);
    }

    @Test
    void namesEveryKindOnce() {
        assertThat(BackendKind.values()).extracting(BackendKind::id).doesNotHaveDuplicates();
        assertThat(BackendKind.AUTO.traits()).isEqualTo(BackendKind.OTHER.traits());
    }

    private Uni<BackendBody> vllm() {
        asked.incrementAndGet();
        return list(Map.of(), "vllm");
    }

    private Uni<BackendBody> down() {
        asked.incrementAndGet();
        return Uni.createFrom().failure(new IllegalStateException("down"));
    }

    private static Uni<BackendBody> list(Map<String, String> headers, String owner) {
        String body = "{\"data\":[{\"id\":\"m\",\"owned_by\":\"" + owner + "\"}]}";
        return Uni.createFrom()
                .item(new BackendBody(new BackendHead(200, headers), body.getBytes(StandardCharsets.UTF_8)));
    }
}
