package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FieldReaderTest {
    private static final ObjectNode BODY = StrictJson.object(
                    "{\"s\":\"t\",\"a\":[1],\"o\":{\"x\":1},\"i\":7,\"f\":1.5,\"b\":true,\"big\":2147483648,\"n\":null}"
                            .getBytes(StandardCharsets.UTF_8))
            .orElseThrow();

    private final FieldReader fields = FieldReader.of(BODY);

    @Test
    void readsEachKindOfField() throws WireException {
        assertThat(fields.string("s")).isEqualTo("t");
        assertThat(fields.array("a")).hasSize(1);
        assertThat(fields.optionalObject("o").orElseThrow().optionalInt("x")).hasValue(1);
        assertThat(fields.optionalInt("i")).hasValue(7);
        assertThat(fields.flag("b")).isTrue();
        assertThat(fields.has("s")).isTrue();
        assertThat(FieldReader.of(BODY.get("o"), "/o").path()).isEqualTo("/o");
    }

    @Test
    void nullCountsAsAbsent() throws WireException {
        for (String name : new String[] {"n", "none"}) {
            assertThat(fields.has(name)).isFalse();
            assertThat(fields.optionalString(name)).isEmpty();
            assertThat(fields.optionalArray(name)).isEmpty();
            assertThat(fields.optionalObject(name)).isEmpty();
            assertThat(fields.optionalInt(name)).isEmpty();
            assertThat(fields.flag(name)).isFalse();
            assertError(() -> fields.string(name), "The field /" + name + " is missing.");
            assertError(() -> fields.array(name), "The field /" + name + " is missing.");
        }
    }

    @Test
    void anErrorSaysWhatWasExpectedAndFound() {
        assertError(() -> fields.string("i"), "The field /i is number; a string was expected.");
        assertError(() -> fields.array("s"), "The field /s is string; an array was expected.");
        assertError(() -> fields.optionalObject("a"), "The field /a is array; an object was expected.");
        assertError(() -> fields.optionalInt("f"), "The field /f is number; an integer was expected.");
        assertError(() -> fields.optionalInt("big"), "The field /big is number; an integer was expected.");
        assertError(() -> fields.flag("i"), "The field /i is number; true or false was expected.");
        assertError(() -> FieldReader.of(BODY.get("a"), "/a"), "The field /a is array; an object was expected.");
    }

    @Test
    void aPlaceIsAPointer() {
        assertThat(new FieldReader(BODY, "/x").at("a/b~c")).isEqualTo("/x/a~1b~0c");
    }

    private static void assertError(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(WireException.class).hasMessage(message);
    }
}
