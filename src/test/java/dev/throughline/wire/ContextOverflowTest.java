package dev.throughline.wire;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ContextOverflowTest {

    /// The words of servers, and what an Anthropic client reads.
    @ParameterizedTest
    @CsvFileSource(resources = "/dev/throughline/wire/overflows.csv", delimiter = '|', quoteCharacter = '~')
    void readsTheWordsOfServers(String words, String read) {
        Failure failure = refused(400, words);

        assertThat(failure.kind()).isEqualTo(FailureKind.CONTEXT_OVERFLOW);
        assertThat(failure.status()).isEqualTo(400);
        assertThat(ContextOverflow.anthropic(failure.message()))
                .startsWith("prompt is too long: " + read)
                .contains(words);
    }

    @Test
    void anthropicsOwnWordsStay() {
        String words = "prompt is too long: 210000 tokens > 200000 maximum";

        assertThat(refused(400, words).kind()).isEqualTo(FailureKind.CONTEXT_OVERFLOW);
        assertThat(ContextOverflow.anthropic(words)).isEqualTo(words);
    }

    @Test
    void takesTheNumbersThatStandBesideTheWords() {
        String body = "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size\","
                + "\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":9412,\"n_ctx\":8192}}";

        Failure failure = BackendErrors.of(400, body.getBytes(StandardCharsets.UTF_8), Optional.empty());

        assertThat(ContextOverflow.anthropic(failure.message()))
                .startsWith("prompt is too long: 9412 tokens > 8192 maximum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_tokens is too large: 9999. This model supports at most 4096 completion tokens.",
                "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is"
                        + " 4096 tokens and your request has 10 input tokens (8000 > 4096 - 10).",
                "Unknown model",
                "The field messages is required."
            })
    void takesNothingElseForOne(String words) {
        assertThat(refused(400, words).kind()).isEqualTo(FailureKind.INVALID_REQUEST);
    }

    @Test
    void aLimitOfTheRateIsNone() {
        assertThat(refused(429, "maximum context length").kind()).isEqualTo(FailureKind.RATE_LIMIT);
    }

    @Test
    void readsZaisCode() {
        Failure failure = BackendErrors.of(
                400,
                "{\"error\":{\"code\":\"1261\",\"message\":\"x\"}}".getBytes(StandardCharsets.UTF_8),
                Optional.empty());

        assertThat(failure.kind()).isEqualTo(FailureKind.CONTEXT_OVERFLOW);
    }

    @Test
    void readsItInAStream() {
        Failure failure = BackendErrors.inStream(
                StrictJson.object(body("maximum context length is 5 tokens")).orElseThrow());

        assertThat(failure.kind()).isEqualTo(FailureKind.CONTEXT_OVERFLOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "OPENAI_CHAT | {\"error\":{\"code\":\"context_length_exceeded\"}} | true",
                "OPENAI_CHAT | {\"error\":{\"code\":400,\"message\":\"maximum context length\"}} | false",
                "RESPONSES | {\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"context_length_exceeded\"}}} | true",
                "RESPONSES | {\"type\":\"error\",\"code\":\"context_length_exceeded\"} | true",
                "ANTHROPIC | {\"error\":{\"message\":\"prompt is too long: 2 tokens > 1 maximum\"}} | true",
                "ANTHROPIC | {\"error\":{\"message\":\"input length and `max_tokens` exceed context limit: 1 + 1 > 1\"}} | true",
                "ANTHROPIC | {\"error\":{\"message\":\"Prompt exceeds max length\"}} | false"
            })
    void knowsWhatIsReportedAsClientsReadIt(Dialect dialect, String body, boolean isReported) {
        assertThat(ContextOverflow.isReported(
                        dialect,
                        StrictJson.object(body.getBytes(StandardCharsets.UTF_8)).orElseThrow()))
                .isEqualTo(isReported);
    }

    private static Failure refused(int status, String words) {
        return BackendErrors.of(status, body(words), Optional.empty());
    }

    private static byte[] body(String words) {
        return ("{\"error\":{\"message\":\"" + words + "\",\"code\":null}}").getBytes(StandardCharsets.UTF_8);
    }
}
