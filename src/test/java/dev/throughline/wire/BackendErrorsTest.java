package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Bodies are written with `'` for quotes.
class BackendErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'error':{'message':'m'}}          | true
            {'error':'m'}                      | true
            {'type':'error','message':'m'}     | true
            {'object':'error','message':'m'}   | true
            {'error':null}                     | false
            {'error':{},'choices':[]}          | false
            {'error':{},'output':[]}           | false
            {'detail':'m'}                     | false
            """)
    void knowsABodyThatIsAnErrorAndNothingElse(String body, boolean isError) {
        assertThat(BackendErrors.isError(json(body))).isEqualTo(isError);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'error':{'message':'m'}}              | true
            {'error':{},'choices':[]}              | true
            {'type':'response.failed'}             | true
            {'type':'error'}                       | true
            {'type':'response.completed'}          | false
            [DONE]                                 | false
            """)
    void knowsAFrameThatDescribesAnError(String data, boolean isError) {
        assertThat(BackendErrors.isError(SseFrame.of("e", bytes(data)))).isEqualTo(isError);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'error':{'message':'m','code':429}}                    | RATE_LIMIT      | 429
            {'error':{'message':'m','code':400}}                    | INVALID_REQUEST | 400
            {'error':{'message':'m','code':418}}                    | INVALID_REQUEST | 418
            {'error':{'message':'m','code':599}}                    | BACKEND         | 599
            {'error':{'message':'m','code':600}}                    | BACKEND         | 502
            {'error':{'message':'m','code':399}}                    | BACKEND         | 502
            {'error':{'message':'m','type':'rate_limit_error'}}     | RATE_LIMIT      | 429
            {'error':{'message':'m','code':'rate_limit_exceeded'}}  | RATE_LIMIT      | 429
            {'error':{'message':'m','type':'overloaded_error'}}     | OVERLOADED      | 529
            {'error':{'message':'m','type':'invalid_request'}}      | INVALID_REQUEST | 400
            {'error':{'message':'m','type':'authentication_error'}} | AUTHENTICATION  | 401
            {'error':{'message':'m','type':'permission_error'}}     | PERMISSION      | 403
            {'error':{'message':'m','type':'timeout_error'}}        | TIMEOUT         | 504
            {'error':{'message':'m'}}                               | BACKEND         | 502
            """)
    void anErrorInAStreamHasTheKindThatItNames(String body, FailureKind kind, int status) {
        assertThat(BackendErrors.inStream(json(body)))
                .isEqualTo(new Failure(kind, status, "m", Optional.empty(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'error':{'message':'m','msg':'n','param':'p'}}        | m | p
            {'error':'m'}                                          | m |
            {'type':'error','message':'m','param':'p'}             | m | p
            {'response':{'error':{'message':'m'}},'error':'other'} | m |
            {'detail':'m'}                                         | m |
            {'msg':'m'}                                            | m |
            {'error_msg':'m','param':1}                            | m |
            {'error':{'code':1}} | The backend reported an error without a message: {"code":1} |
            """)
    void aMessageIsFoundInAnyKnownShape(String body, String message, String param) {
        Failure expected = new Failure(FailureKind.BACKEND, 502, message, Optional.ofNullable(param), Optional.empty());

        assertThat(BackendErrors.inStream(json(body))).isEqualTo(expected);
        assertThat(BackendErrors.of(502, bytes(body), Optional.empty())).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            302, BACKEND,         502
            399, BACKEND,         502
            400, INVALID_REQUEST, 400
            401, AUTHENTICATION,  401
            408, TIMEOUT,         408
            422, INVALID_REQUEST, 422
            499, INVALID_REQUEST, 499
            500, SERVER,          500
            501, BACKEND,         501
            529, OVERLOADED,      529
            """)
    void aStatusDecidesTheKind(int status, FailureKind kind, int reported) {
        var later = Optional.of(Duration.ofSeconds(3));

        assertThat(BackendErrors.of(status, bytes("{'message':'m'}"), later))
                .isEqualTo(new Failure(kind, reported, "m", Optional.empty(), later));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``             | The backend answered 500 with an empty body.
            <html></html>  | The backend answered 500 with a page of markup instead of JSON.
            oops           | The backend answered 500 with a body that is not JSON.
            [1]            | The backend answered 500 with a body that is not JSON.
            """)
    void aBodyWithoutAnErrorIsDescribed(String body, String message) {
        assertThat(BackendErrors.of(500, bytes(body), Optional.empty()))
                .isEqualTo(Failure.of(FailureKind.SERVER, message));
    }

    @Test
    void aLongMessageIsCut() {
        assertThat(message("x".repeat(2_000))).isEqualTo("x".repeat(2_000));
        assertThat(message("x".repeat(2_001))).isEqualTo("x".repeat(2_000) + "…");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'n_ctx':8,'n_prompt_tokens':9   | exceeds the context window: 9 tokens > 8
            'n_ctx':8                       | exceeds the context window
            'n_prompt_tokens':9             | exceeds the context window
            'n_ctx':'8','n_prompt_tokens':9 | exceeds the context window
            """)
    void numbersBesideAnOverflowAreAddedToIt(String numbers, String words) {
        String body = "{'error':{'message':'exceeds the context window','param':'p'," + numbers + "}}";
        Failure expected = new Failure(FailureKind.CONTEXT_OVERFLOW, 400, words, Optional.of("p"), Optional.empty());

        assertThat(BackendErrors.of(500, bytes(body), Optional.of(Duration.ZERO)))
                .isEqualTo(expected);
        assertThat(BackendErrors.inStream(json(body))).isEqualTo(expected);
    }

    @Test
    void numbersInTheWordsAreNotRepeated() {
        String body = "{'error':{'message':'exceeds the context window of 8','n_ctx':8,'n_prompt_tokens':9}}";

        assertThat(BackendErrors.inStream(json(body)).message()).isEqualTo("exceeds the context window of 8");
    }

    private static String message(String words) {
        return BackendErrors.inStream(json("{'error':'" + words + "'}")).message();
    }

    private static ObjectNode json(String body) {
        return StrictJson.object(bytes(body)).orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
