package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ObjectArgumentsTest {
    @Test
    void writesTheArgumentsOfEachCallAsAnObjectWithTheDigitsThatTheyHad() {
        ObjectNode body = body("""
                {"messages":[{"role":"user","content":"{}"},{"role":"assistant","content":"","tool_calls":[
                {"id":"a","type":"function","function":{"name":"f","arguments":"{\\"x\\": 1.0, \\"y\\": \\"ä\\"}"}},
                {"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]}],"n":1}""");

        assertThat(StrictJson.text(ObjectArguments.of(body)))
                .isEqualTo(
                        "{\"messages\":[{\"role\":\"user\",\"content\":\"{}\"},{\"role\":\"assistant\",\"content\":\"\","
                                + "\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\","
                                + "\"arguments\":{\"x\":1.0,\"y\":\"ä\"}}},{\"id\":\"b\",\"type\":\"function\","
                                + "\"function\":{\"name\":\"f\",\"arguments\":{}}}]}],\"n\":1}");
    }

    @Test
    void leavesWhatIsNoTextOfAnObject() {
        ObjectNode body = body("""
                {"messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{\\"x\\": "}},
                {"function":{"name":"f","arguments":"[1]"}},{"function":{"name":"f","arguments":{"x":1}}},7]}]}""");

        assertThat(ObjectArguments.of(body)).isEqualTo(body);
    }

    @Test
    void givesBackTheSameBodyWithoutCalls() {
        ObjectNode plain = body("{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}");
        ObjectNode none = body("{\"messages\":7}");

        assertThat(ObjectArguments.of(plain)).isSameAs(plain);
        assertThat(ObjectArguments.of(none)).isSameAs(none);
    }

    private static ObjectNode body(String json) {
        return StrictJson.object(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }
}
