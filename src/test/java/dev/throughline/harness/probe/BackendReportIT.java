package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class BackendReportIT {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    CHAT      | NO_MODELS                               | APPLY_TEMPLATE | 4 of 4 blocks
                    CHAT      | NO_TEMPLATE SHOWS_TOKENS                | TOKENIZE       | 4 of 4 blocks
                    CHAT      | NO_TEMPLATE COUNTS_TOKENS               | TOKENIZE       | of 396 tokens
                    CHAT      | NO_TEMPLATE                             | USAGE          | of 396 tokens
                    CHAT      | NO_TEMPLATE NO_USAGE                    | NONE           |
                    MESSAGES  | COUNT_ENDPOINT                          | USAGE          | of 396 tokens
                    MESSAGES  | ONLY_MESSAGES COUNT_ENDPOINT NO_USAGE   | COUNT_TOKENS   | of 396 tokens
                    MESSAGES  | NO_USAGE                                | NONE           |
                    RESPONSES | NO_MODELS                               | USAGE          | of 396 tokens
                    """)
    void theStrongestProofThatTheServerOffersIsUsed(
            ServerDialect dialect, String quirks, ProofMethod proofMethod, String numbers) {
        BackendReport report = ToyBackendCheck.toyIn(dialect, MutantBackendsIT.quirks(quirks));
        HistoryEvidence history = report.probed().getFirst().history();

        assertThat(history.proof()).isEqualTo(proofMethod);
        assertThat(history.best().map(best -> best.across().numbers()).orElse(""))
                .contains(numbers == null ? "" : numbers);
        assertThat(report.think()).isEqualTo(proofMethod == ProofMethod.NONE ? Status.INCONCLUSIVE : Status.PRESERVED);
    }

    @Test
    void settingsAreReadyLines() {
        BackendReport report = ToyBackendCheck.toy(
                ToyBackendQuirk.CLEARS_BY_DEFAULT,
                ToyBackendQuirk.READS_ONLY_REASONING,
                ToyBackendQuirk.REFUSES_ARRAYS,
                ToyBackendQuirk.ONLY_CHAT);

        assertThat(report.settings())
                .contains(
                        entry("dialect", "openai-chat"),
                        entry("family", "glm-4.7"),
                        entry("reasoning-in", "parsed"),
                        entry("reasoning-field", "reasoning"),
                        entry("flatten-content", "true"),
                        entry("history", "repair"),
                        entry("chat-template-kwargs.clear_thinking", "false"))
                .hasEntrySatisfying("url", url -> assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+/v1"));
        assertThat(report.text())
                .contains("\n  throughline.backends.mine.reasoning-field=reasoning\n")
                .contains("VERDICT: PASS - openai-chat: ")
                .contains("chat_template_kwargs.clear_thinking=false");
    }

    @Test
    void aBackendThatDropsReasoningIsNotSentAny() {
        assertThat(ToyBackendCheck.toyIn(ServerDialect.CHAT, ToyBackendQuirk.DROPS_HISTORY)
                        .settings())
                .contains(entry("reasoning-field", "none"), entry("history", "as-sent"));
    }

    @ParameterizedTest
    @CsvSource({
        "THINK_IN_CONTENT, inline",
        "THINK_PREFILLED, prefilled",
        "DOES_NOT_THINK, auto",
        "EMITS_REASONING, parsed"
    })
    void whereReasoningComesIsSeenInTheAnswers(ToyBackendQuirk toyBackendQuirk, String setting) {
        assertThat(ToyBackendCheck.toyIn(ServerDialect.CHAT, toyBackendQuirk).settings())
                .contains(entry("reasoning-in", setting));
    }

    @Test
    void tagsInTheContentAreTheLastResort() {
        assertThat(ToyBackendCheck.toyIn(ServerDialect.CHAT, ToyBackendQuirk.THINK_IN_CONTENT)
                        .settings())
                .contains(entry("reasoning-field", "reasoning_content"));
        assertThat(ToyBackendCheck.toyIn(
                                ServerDialect.CHAT, ToyBackendQuirk.THINK_IN_CONTENT, ToyBackendQuirk.READS_ONLY_TAGS)
                        .settings())
                .contains(entry("reasoning-field", "think-tags"));
    }

    @Test
    void theDialectThatKeepsReasoningIsPreferred() {
        BackendReport report = ToyBackendCheck.toy(
                ToyBackendQuirk.NO_TEMPLATE, ToyBackendQuirk.NO_USAGE, ToyBackendQuirk.COUNT_ENDPOINT);

        assertThat(report.settings()).contains(entry("dialect", "anthropic"));
        assertThat(report.text()).contains("VERDICT: PASS - anthropic: ");
    }

    @Test
    void aHostedSwitchIsFoundAndNamed() {
        BackendReport report = ToyBackendCheck.toyIn(
                ServerDialect.CHAT,
                ToyBackendQuirk.CLEARS_BY_DEFAULT,
                ToyBackendQuirk.HOSTED_SWITCH,
                ToyBackendQuirk.NO_TEMPLATE);

        assertThat(ToyBackendCheck.kinds(report)).containsExactly(FindingKind.CLEARS_BY_DEFAULT);
        assertThat(report.text()).contains("PASS").contains("the client must send thinking.clear_thinking=false");
        assertThat(report.settings()).doesNotContainKey("chat-template-kwargs.clear_thinking");
    }

    @Test
    void oneFieldThatIsRefusedDoesNotHideTheOthers() {
        BackendReport report = ToyBackendCheck.toyIn(
                ServerDialect.CHAT,
                ToyBackendQuirk.REFUSES_REASONING,
                ToyBackendQuirk.NO_TEMPLATE,
                ToyBackendQuirk.EMITS_REASONING);
        HistoryEvidence history = report.probed().getFirst().history();

        assertThat(history.of(ReasoningPlacement.REASONING_CONTENT)
                        .orElseThrow()
                        .within())
                .isEqualTo(new ReasoningReach(
                        Status.BROKEN,
                        "refused, 400: reasoning_content is not permitted",
                        Optional.of(Outcome.REFUSED)));
        assertThat(report.settings()).contains(entry("reasoning-field", "reasoning"));
    }

    @Test
    void switchesAreMeasured() {
        var report = ToyBackendCheck.toyIn(ServerDialect.CHAT, ToyBackendQuirk.CLEARS_BY_DEFAULT);
        HistoryEvidence.Switches switches =
                report.probed().getFirst().history().switches().orElseThrow();

        assertThat(switches.keeping().status()).isEqualTo(Status.PRESERVED);
        assertThat(switches.clearing().status()).isEqualTo(Status.BROKEN);
        assertThat(switches.notThinking().status()).isEqualTo(Status.BROKEN);
        assertThat(switches.changesPrompt()).contains(true);
        assertThat(report.probed().getFirst().silencing()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void theJsonReportHoldsWhatTheTextSays() throws IOException {
        JsonNode json = new JsonMapper()
                .readTree(ToyBackendCheck.toy(ToyBackendQuirk.ONLY_CHAT, ToyBackendQuirk.NO_END)
                        .json());

        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.path("assessment").asText()).startsWith("FAIL: openai-chat: END_MISSING");
        assertThat(json.at("/capabilities/THINK/acrossTurns").asText()).isEqualTo("PRESERVED");
        assertThat(json.at("/capabilities/STREAM/status").asText()).isEqualTo("BROKEN");
        assertThat(json.at("/capabilities/MARKUP/status").asText()).isEqualTo("PRESERVED");
        assertThat(json.at("/dialects/anthropic/answers").asBoolean(true)).isFalse();
        assertThat(json.at("/dialects/openai-chat/history/proof").asText()).isEqualTo("APPLY_TEMPLATE");
        assertThat(json.at("/dialects/openai-chat/emits/streaming/0").asText()).isEqualTo("reasoning_content");
        assertThat(json.at("/findings/0/kind").asText()).isEqualTo("END_MISSING");
        assertThat(json.at("/product/header server").asText()).isEqualTo("toy/1.0");
        assertThat(json.at("/product/~1props").asText()).isEqualTo("b4711-toy");
        assertThat(json.at("/product/owned_by").asText()).isEqualTo("toys");
        assertThat(json.path("kind").asText()).isEqualTo("llama.cpp");
        assertThat(json.path("requests").asInt()).isPositive();
        assertThat(json.path("seconds").isNumber()).isTrue();
    }

    @Test
    void aKeyOpensTheServerAndIsNowhereInTheReport() {
        try (var backend = new ToyBackend(ToyBackendQuirk.UNAUTHORIZED, ToyBackendQuirk.ONLY_CHAT)) {
            var key = new BackendTarget.Key("TOY_KEY", ToyBackend.KEY);
            var target = new BackendTarget(
                    backend.url(), Optional.empty(), Optional.of(key), Optional.empty(), 2, Duration.ofSeconds(30));
            BackendReport report =
                    new BackendCheck(target, line -> assertThat(line).doesNotContain(ToyBackend.KEY)).run();

            assertThat(report.findings()).isEmpty();
            assertThat(report.settings()).contains(entry("api-key", "${TOY_KEY}"));
            assertThat(report.text() + report.json() + target).doesNotContain(ToyBackend.KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1", "/v1/"})
    void theVersionSegmentMayBeLeftOut(String suffix) {
        try (var backend = new ToyBackend(ToyBackendQuirk.ONLY_CHAT)) {
            var target = new BackendTarget(
                    URI.create(backend.url() + suffix),
                    Optional.of("mine"),
                    Optional.empty(),
                    Optional.of(ServerDialect.CHAT),
                    2,
                    Duration.ofSeconds(30));
            BackendReport report = new BackendCheck(target, line -> {}).run();

            assertThat(report.findings()).isEmpty();
            assertThat(backend.asked())
                    .contains("/v1/chat/completions", "/apply-template")
                    .doesNotContain("/v1/v1/models");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "zai-org/GLM-4.7, glm-4.7",
        "glm-4.6-air, glm-4.5",
        "GLM-5, glm-5",
        "glm-5.1, glm-5",
        "glm-5.3-flash, glm-5.3",
        "glm47, ''",
        "qwen3, ''"
    })
    void theFamilyIsReadFromTheModelsName(String model, String family) {
        assertThat(FamilyGuess.ofName(model).orElse("")).isEqualTo(family);
    }
}
