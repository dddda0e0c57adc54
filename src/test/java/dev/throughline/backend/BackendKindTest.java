package dev.throughline.backend;

import dev.throughline.vendor.BackendKind;
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
        "api.openai.com, openai",
        "mine.openai.azure.com, openai",
        "api.z.ai, zai",
        "open.bigmodel.cn, zai",
        "openrouter.ai, openrouter",
        "api.deepseek.com, deepseek",
        "api.moonshot.ai, moonshot",
        "API.Anthropic.com, anthropic"
    })
    void aHostedServiceIsKnownByItsHostWithoutAsking(String host, BackendKind kind) {
        var discovery = new HttpBackend.KindDiscovery(BackendKind.AUTO, host);
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
    @CsvSource({"vllm, vllm", "sglang, sglang", "llamacpp, llama.cpp", "mlx, mlx", "me, other"})
    void aServerIsKnownByTheOwnerOfItsModels(String owner, BackendKind kind) {
        var discovery = new HttpBackend.KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(0, () -> list(Map.of(), owner));

        assertThat(discovery.kind()).isEqualTo(kind);
    }

    @Test
    void aServerIsKnownByItsHeader() {
        var discovery = new HttpBackend.KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(0, () -> list(Map.of("server", "llama.cpp"), "me"));

        assertThat(discovery.kind()).isEqualTo(BackendKind.of("llama.cpp"));
    }

    @Test
    void isAskedOnceAndAgainAfterAMinuteWithoutAnAnswer() {
        var discovery = new HttpBackend.KindDiscovery(BackendKind.AUTO, "127.0.0.1");
        discovery.use(1, this::down);
        discovery.use(MINUTE, this::down);
        assertThat(asked).hasValue(1);
        assertThat(discovery.kind()).isEqualTo(BackendKind.AUTO);

        discovery.use(MINUTE + 2, this::vllm);
        discovery.use(3 * MINUTE, this::vllm);

        assertThat(asked).hasValue(2);
        assertThat(discovery.kind()).isEqualTo(BackendKind.of("vllm"));
    }

    @Test
    void aSettingIsNotFoundOut() {
        var discovery = new HttpBackend.KindDiscovery(BackendKind.of("sglang"), "api.openai.com");
        discovery.use(0, this::vllm);

        assertThat(discovery.kind()).isEqualTo(BackendKind.of("sglang"));
        assertThat(asked).hasValue(0);
    }

    @Test
    void namesEveryKindOnce() {
        assertThat(BackendKind.all()).extracting(BackendKind::id).doesNotHaveDuplicates();
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
