package dev.throughline.run.report;

import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.TestBackendSettings;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.chat.ChatBackendCodec;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SettingRemediesTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String KIND = "throughline.backends.local.kind";
    private static final String KWARGS = "throughline.backends.local.chat-template-kwargs.clear_thinking=false";

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "other"})
    void anUnknownKindIsNamed(BackendKind kind) {
        assertThat(remedies(new LossyBackend(kind, HistoryMode.AS_SENT, Map.of()), false))
                .anySatisfy(text -> assertThat(text).startsWith("Set " + KIND + ":"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"llama.cpp", "zai", "openai"})
    void aKnownKindIsNot(BackendKind kind) {
        assertThat(remedies(new LossyBackend(kind, HistoryMode.AS_SENT, Map.of()), true))
                .noneSatisfy(text -> assertThat(text).contains(KIND));
    }

    @Test
    void aTemplateThatClearsEarlierTurnsIsNamedWhereReasoningIsLostAcrossTurns() {
        var backend = new LossyBackend(BackendKind.of("vllm"), HistoryMode.AS_SENT, Map.of());

        assertThat(remedies(backend, true)).anySatisfy(text -> assertThat(text).startsWith("Set " + KWARGS + ":"));
        assertThat(remedies(backend, false))
                .noneSatisfy(text -> assertThat(text).contains("chat-template-kwargs"));
    }

    @Test
    void templateKwargsAreNotNamedWhereTheyAreSetOrNotTaken() {
        var set = new LossyBackend(BackendKind.of("vllm"), HistoryMode.AS_SENT, Map.of("clear_thinking", "false"));
        var untaken = new LossyBackend(BackendKind.of("openai"), HistoryMode.AS_SENT, Map.of());

        assertThat(remedies(set, true)).noneSatisfy(text -> assertThat(text).contains("chat-template-kwargs"));
        assertThat(remedies(untaken, true)).noneSatisfy(text -> assertThat(text).contains("chat-template-kwargs"));
    }

    @ParameterizedTest
    @EnumSource
    void repairIsProposedUnlessItIsSet(HistoryMode history) {
        String repair = remedies(new LossyBackend(BackendKind.of("vllm"), history, Map.of()), false)
                .getFirst();

        assertThat(repair)
                .startsWith(
                        history == HistoryMode.REPAIR
                                ? "history=repair is set for backend local:"
                                : "Set throughline.backends.local.history=repair:");
    }

    private static List<String> remedies(LossyBackend settings, boolean isLostAcrossTurns) {
        var backend = new HttpBackend("local", settings.settings(), new ChatBackendCodec(), VERTX, 1);
        return SettingRemedies.ofBackend(backend, isLostAcrossTurns).stream()
                .map(Remedy::text)
                .toList();
    }

    private record LossyBackend(BackendKind kind, HistoryMode history, Map<String, String> kwargs) {
        TestBackendSettings settings() {
            return TestBackendSettings.of("http://127.0.0.1:1").repairing(kind, history, kwargs);
        }
    }
}
