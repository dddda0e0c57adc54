package dev.throughline.fuzz;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class RequestFuzzTest {
    private static final int INPUTS = 3_000;

    @ParameterizedTest
    @EnumSource
    void aBodyIsAConversationOrAnErrorWithItsPlace(Dialect dialect) throws InterruptedException {
        DialectCodec codec = DialectCodecPair.codec(dialect);
        FuzzRunner.of("request " + dialect.id(), RandomRequestBodies.requests(dialect), INPUTS, bytes -> {
            Optional<ObjectNode> body = Optional.empty();
            try {
                body = Optional.of(StrictJson.parse(bytes));
                everyPlaceIsThere(codec.decode(body.get()));
            } catch (WireException e) {
                tells(e.failure(), body);
            }
        });
    }

    private static void everyPlaceIsThere(Conversation request) {
        for (Message message : request.messages()) {
            assertThat(request.body().at(message.path()).isMissingNode()).isFalse();
            for (Part part : message.parts()) {
                assertThat(isPlace(request.body(), part.path()))
                        .as(part.toString())
                        .isTrue();
            }
        }
    }

    /// A place in the body, or of a field that is missing in an object of the body.
    private static boolean isPlace(ObjectNode body, String pointer) {
        JsonPointer place = JsonPointer.compile(pointer);
        return !body.at(place).isMissingNode() || body.at(place.head()).isObject();
    }

    private static void tells(Failure failure, Optional<ObjectNode> body) throws WireException {
        assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_REQUEST);
        assertThat(failure.message()).isNotBlank().hasSizeLessThan(2_000);
        assertThat(failure.param()).isPresent();
        assertThat(body.map(object -> isPlace(object, failure.param().get())).orElse(true))
                .as(failure.message())
                .isTrue();
        for (Dialect dialect : Dialect.values()) {
            ObjectNode error = StrictJson.parse(DialectCodecPair.codec(dialect).error(failure));
            assertThat(DialectCodecPair.codec(dialect).isError(error)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReadCanBeSentToABackendOfEachDialect(Dialect dialect) throws InterruptedException {
        DialectCodec codec = DialectCodecPair.codec(dialect);
        FuzzRunner.of("translate " + dialect.id(), RandomRequestBodies.requests(dialect), INPUTS, bytes -> {
            Conversation request;
            try {
                request = codec.decode(StrictJson.parse(bytes));
            } catch (WireException _) {
                return;
            }
            ObjectNode before = request.body().deepCopy();
            for (Dialect other : Dialect.values()) {
                sends(request, other, adaptation(request, bytes));
            }
            assertThat(request.body()).isEqualTo(before);
        });
    }

    private static void sends(Conversation request, Dialect dialect, Adaptation adaptation) throws WireException {
        BackendCodec backend = DialectCodecPair.backend(dialect);
        boolean isSame = dialect == request.dialect();
        ObjectNode sent = isSame ? backend.adapt(request, adaptation) : backend.translate(request, adaptation);
        byte[] written = StrictJson.write(sent);
        ObjectNode parsed = StrictJson.parse(written);
        try {
            Conversation read = DialectCodecPair.codec(dialect).decode(parsed);
            assertThat(read.model()).isEqualTo(request.model());
        } catch (WireException e) {
            // Nothing that was said has a place in the other dialect; the backend says so.
            assertThat(e.getMessage()).contains(" is empty; at least one ");
        }
    }

    /// Chosen by the input, so that a smaller input is sent in one way only.
    private static Adaptation adaptation(Conversation request, byte[] bytes) {
        var seededChoices = new SeededChoices(Arrays.hashCode(bytes));
        Set<String> rewritten = new HashSet<>();
        request.messages().stream()
                .filter(_ -> seededChoices.oneIn(3))
                .forEach(message -> rewritten.add(message.path()));
        return new Adaptation(
                seededChoices.of(HistoryField.values()),
                RandomJson.object("{\"enable_thinking\":true,\"k\":1}"),
                seededChoices.oneIn(2),
                rewritten);
    }
}
