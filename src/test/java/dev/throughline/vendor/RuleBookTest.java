package dev.throughline.vendor;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.throughline.conversation.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RuleBookTest {
    private static final RuleBook BOOK = RuleBook.bundled();

    @Test
    void everyRuleNamesItsSourceItsDateAndWhatItDemands() {
        assertThat(BOOK.laws().values().stream().flatMap(List::stream))
                .hasSizeGreaterThan(100)
                .allSatisfy(rule -> {
                    assertThat(rule.sources()).as(rule.id()).isNotEmpty();
                    assertThat(rule.since()).as(rule.id()).matches("20\\d\\d-\\d\\d(?:-\\d\\d)?");
                    assertThat(rule.about()).as(rule.id()).endsWith(".");
                    assertThat(rule.answer().says()).as(rule.id()).isNotEmpty();
                });
    }

    @Test
    void noTwoRulesHaveOneName() {
        assertThat(BOOK.laws().values().stream().flatMap(List::stream).map(Rule::id))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, https://x, ANTHROPIC, claude-sonnet-4-5-20250929, anthropic:4.5",
        "anthropic, https://x, ANTHROPIC, claude-3-7-sonnet, anthropic:4.5",
        "anthropic, https://x, ANTHROPIC, claude-opus-4-6, anthropic:4.6",
        "anthropic, https://x, ANTHROPIC, claude-opus-4-8, anthropic:opus-4.8",
        "anthropic, https://x, ANTHROPIC, claude-opus-5-5, anthropic:opus-5.5",
        "anthropic, https://x, ANTHROPIC, claude-opus-5, anthropic:opus-5",
        "anthropic, https://x, ANTHROPIC, claude-fable-5-1, anthropic:fable-5.1",
        "anthropic, https://x, ANTHROPIC, claude-unheard-of, anthropic",
        "openai, https://x, RESPONSES, gpt-5.6-codex, openai:gpt-5.6",
        "openai, https://x, RESPONSES, gpt-4.1, openai",
        "openai, https://x, OPENAI_CHAT, gpt-4.1, openai:chat",
        "openai, https://x, OPENAI_CHAT, o3-mini, openai:chat-o",
        "openai, https://x, OPENAI_CHAT, gpt-5.6, openai:chat-5.6",
        "deepseek, https://x, OPENAI_CHAT, deepseek-v4-pro, deepseek:v4",
        "moonshot, https://x, OPENAI_CHAT, kimi-k2.6, moonshot:k2.6",
        "zai, https://api.z.ai/api/paas/v4, OPENAI_CHAT, glm-5.3, zai:glm-5.3",
        "zai, https://api.z.ai/api/coding/paas/v4, OPENAI_CHAT, glm-5.3-flash, zai:glm-5.3-coding",
        "zai, https://x, OPENAI_CHAT, glm-4.7, zai",
        "auto, https://api.mistral.ai/v1, OPENAI_CHAT, magistral, mistral",
        "auto, https://eu.openai.azure.com:443/v1, RESPONSES, gpt-5, azure"
    })
    void aBackendIsKnownByItsKindOrHostAndItsModel(
            String kind, String url, Dialect dialect, String model, String profile) {
        assertThat(BOOK.at(kind, url, dialect).profile(model)).map(Profile::id).hasValue(profile);
    }

    @ParameterizedTest
    @CsvSource({
        "other, http://127.0.0.1:8000/v1, OPENAI_CHAT",
        "auto, https://notapi.mistral.ai.example.org/, OPENAI_CHAT",
        "anthropic, https://x, OPENAI_CHAT"
    })
    void ofAnUnknownKindNothingIsKnown(String kind, String url, Dialect dialect) {
        assertThat(BOOK.at(kind, url, dialect).profile("m")).isEmpty();
    }

    @Test
    void anOperatorsOwnFileAddsProfilesAndReplacesLaws() {
        RuleBook own = RuleBook.with("""
            {"laws": {"groq": []},
             "profiles": [{"id": "zai:glm-6", "like": "zai", "models": "glm-6.*", "laws": ["zai-5.3-paas"]}]}
            """);

        assertThat(own.at("zai", "https://x", Dialect.OPENAI_CHAT).profile("glm-6-air"))
                .map(Profile::id)
                .hasValue("zai:glm-6");
        assertThat(own.profile("groq").orElseThrow().rules()).isEmpty();
        assertThat(own.profile("zai").orElseThrow().rules()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no JSON                                                             | is not JSON",
                "{\"profiles\": [{\"id\": \"a\", \"like\": \"zai\", \"laws\": [\"b\"]}]} | no law b",
                "{\"profiles\": [{\"id\": \"a\", \"like\": \"a\"}]}                  | like itself"
            })
    void aFileThatIsNoRuleBookIsRefused(String text, String reason) {
        assertThatThrownBy(() -> RuleBook.with(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void theShippedFileKeepsItsSchema() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("src/main/resources/vendors/vendors.schema.json")));

        assertThat(schema.validate(
                        Files.readString(Path.of("src/main/resources/vendors/vendors.json")), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate("{\"laws\": {\"a\": [{\"id\": \"b\"}]}, \"profiles\": []}", InputFormat.JSON))
                .isNotEmpty();
    }

    /// The columns: as what a service answers; the request's dialect and model; by which profile it is judged, if by
    /// any.
    @ParameterizedTest
    @CsvSource({
        "anthropic, ANTHROPIC, claude-opus-5-5, anthropic:opus-5.5",
        "anthropic, ANTHROPIC, glm-4.7, anthropic",
        "anthropic:opus-4.8, ANTHROPIC, glm-4.7, anthropic:opus-4.8",
        "anthropic, OPENAI_CHAT, claude-opus-5-5, ''",
        "openai, RESPONSES, m, openai",
        "openai:gpt-5.6, RESPONSES, m, openai:gpt-5.6",
        "openai:gpt-5.6, OPENAI_CHAT, gpt-5.6, openai:chat-5.6",
        "zai, OPENAI_CHAT, glm-5.3, zai:glm-5.3",
        "zai:glm-5.3-coding, OPENAI_CHAT, glm-5.3, zai:glm-5.3-coding",
        "nobody, OPENAI_CHAT, m, ''"
    })
    void aVendorStandsForTheProfileOfTheModel(String vendor, Dialect dialect, String model, String profile) {
        assertThat(BOOK.as(vendor, dialect).profile(model).map(Profile::id))
                .isEqualTo(Optional.of(profile).filter(id -> !id.isEmpty()));
    }
}
