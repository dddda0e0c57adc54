package dev.throughline.stub;

import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.RuleBook;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class StubIssuerTest {
    /// The columns: what was asked for; the request's dialect and model; by which profile it is judged, if by any.
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
        assertThat(StubIssuer.profile(RuleBook.bundled(), vendor, dialect, model)
                        .map(Profile::id))
                .isEqualTo(Optional.of(profile).filter(id -> !id.isEmpty()));
    }
}
