package dev.throughline.wire;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ContextOverflowTest {

    /// The words of servers, and what an Anthropic client reads.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // vLLM
                "This model's maximum context length is 4096 tokens. However, you requested 5100 tokens (5000 in the messages, 100 in the completion). | 5100 tokens > 4096 maximum",
                "This model's maximum context length is 1536 tokens. However, your request has 4176 input tokens. | 4176 tokens > 1536 maximum",
                "You passed 5000 input tokens and requested 100 output tokens. However, the model's context length is only 4096 tokens. | 5000 tokens > 4096 maximum",
                "The decoder prompt (length 5000) is longer than the maximum model length of 4096. | 5000 tokens > 4096 maximum",
                "The prompt (total length 5000) is too long to fit into the model (context length 4096). | 5000 tokens > 4096 maximum",
                "'max_tokens' or 'max_completion_tokens' is too large: 3000. This model's maximum context length is 4096 tokens and your request has 2778 input tokens (3000 > 4096 - 2778). | over 4096 tokens > 4096 maximum",
                // SGLang
                "The input (5000 tokens) is longer than the model's context length (4096 tokens). | 5000 tokens > 4096 maximum",
                "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 5100 tokens: 5000 tokens from the input messages and 100 tokens for the completion. | 5100 tokens > 4096 maximum",
                "Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens). | 5000 tokens > 4096 maximum",
                // llama.cpp
                "request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it | 9412 tokens > 8192 maximum",
                "the request exceeds the available context size, try increasing it | the request exceeds",
                // OpenAI
                "Your input exceeds the context window of this model. Please adjust your input and try again. | Your input exceeds",
                "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300120 tokens. | 300120 tokens > 272000 maximum",
                // OpenRouter
                "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens (140000 of text input, 10000 in the output). | 150000 tokens > 131072 maximum",
                // Z.ai
                "Prompt exceeds max length | Prompt exceeds max length",
                // Moonshot
                "Invalid request: Your request exceeded model token limit: 262144 (requested: 291351) | 291351 tokens > 262144 maximum"
            })
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
        Failure failure = BackendErrors.of(400, """
                {"error":{"code":400,"message":"the request exceeds the available context size","type":\
                "exceed_context_size_error","n_prompt_tokens":9412,"n_ctx":8192}}""".getBytes(StandardCharsets.UTF_8), Optional.empty());

        assertThat(ContextOverflow.anthropic(failure.message()))
                .startsWith("prompt is too long: 9412 tokens > 8192 maximum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "max_tokens is too large: 9999. This model supports at most 4096 completion tokens.",
                "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 4096"
                        + " tokens and your request has 10 input tokens (8000 > 4096 - 10).",
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
                JsonBody.object(body("maximum context length is 5 tokens")).orElseThrow());

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
    void knowsWhatIsSaidAsClientsReadIt(Dialect dialect, String body, boolean isSaid) {
        assertThat(ContextOverflow.isSaid(
                        dialect,
                        JsonBody.object(body.getBytes(StandardCharsets.UTF_8)).orElseThrow()))
                .isEqualTo(isSaid);
    }

    private static Failure refused(int status, String words) {
        return BackendErrors.of(status, body(words), Optional.empty());
    }

    private static byte[] body(String words) {
        return ("{\"error\":{\"message\":\"" + words + "\",\"code\":null}}").getBytes(StandardCharsets.UTF_8);
    }
}
