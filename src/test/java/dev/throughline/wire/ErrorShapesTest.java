package dev.throughline.wire;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ErrorShapesTest {
    /// As llama.cpp 0.7.0 refuses a request, at `/v1/messages` too.
    private static final String LLAMA_CPP =
            "{\"error\":{\"code\":400,\"message\":\"too long\",\"type\":\"exceed_context_size_error\"}}";

    static Stream<DialectCodec> codecs() {
        return Stream.of(new AnthropicCodec(), new ChatCodec(), new ResponsesCodec());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void knowsItsOwnErrors(DialectCodec codec) {
        byte[] error = codec.error(Failure.of(FailureKind.RATE_LIMIT, "later"));

        assertThat(StrictJson.object(error))
                .hasValueSatisfying(body -> assertThat(codec.isError(body)).isTrue());
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void mistakesNoOtherBodyForItsOwnError(DialectCodec codec) {
        assertThat(Stream.of("{}", "{\"detail\":\"no\"}", "{\"error\":\"no\"}", "{\"object\":\"error\"}"))
                .noneMatch(body -> isError(codec, body));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void takesTheErrorOfAnOpenAiServerForItsOwnUnlessItSpeaksAnthropic(DialectCodec codec) {
        assertThat(isError(codec, LLAMA_CPP)).isEqualTo(!(codec instanceof AnthropicCodec));
    }

    @Test
    void aMissingPreviousAnswerHasACodeOfItsOwn() {
        Failure missing = Failure.of(FailureKind.NOT_FOUND, "m");

        assertThat(code(missing.at("previous_response_id"))).isEqualTo("previous_response_not_found");
        assertThat(code(missing.at("model"))).isEqualTo("not_found");
        assertThat(code(missing)).isEqualTo("not_found");
    }

    private static String code(Failure failure) {
        return StrictJson.object(OpenAiErrors.body(failure))
                .orElseThrow()
                .path("error")
                .path("code")
                .textValue();
    }

    private static boolean isError(DialectCodec codec, String body) {
        return StrictJson.object(body.getBytes(StandardCharsets.UTF_8))
                .filter(codec::isError)
                .isPresent();
    }
}
