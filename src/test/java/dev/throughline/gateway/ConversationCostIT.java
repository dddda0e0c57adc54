package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What an agent's conversation leaves in the database depends on what is new in it, whether its client returns the
/// reasoning or drops it: turns of five steps, each answer with reasoning, text and two calls.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ConversationCostIT {
    private static final int STEPS = 200;
    private static final int STEPS_OF_TURN = 5;
    private static final int NEW_TEXT = 3_000;
    /// Of a turn: an exchange, a body and six items for each step; what four steps did with the answer before them,
    /// and what the first step of the next turn did with all five.
    private static final long ROWS_OF_TURN = STEPS_OF_TURN * 8 + 4 + 5;

    private static final double BYTES_FOR_EACH_NEW = 2.3;
    private static final String ROWS = """
            SELECT (SELECT count(*) FROM exchange WHERE run_id = $1)
                + (SELECT count(*) FROM exchange_body WHERE run_id = $1) + (SELECT count(*) FROM item WHERE run_id = $1)
                + (SELECT count(*) FROM observation WHERE run_id = $1)""";
    private static final String BYTES = """
            SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c WHERE c.relkind = 'r' AND (c.relname IN
                ('exchange', 'exchange_body', 'item', 'observation')
                OR c.relname LIKE 'token\\_slice\\_%')""";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Inject
    Pool pool;

    private final Random random = new Random(7);
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    private final List<String> thoughts = new ArrayList<>();
    private long newBytes;

    enum Client {
        RETURNS_REASONING("plain", "(exact|n/a).*"),
        DROPS_REASONING("plain", "(missing|n/a).*"),
        GETS_IT_RESTORED("repair", "(missing|n/a).*");

        private final String backend;
        private final String preservation;

        Client(String backend, String preservation) {
            this.backend = backend;
            this.preservation = preservation;
        }

        private ObjectNode returned(ObjectNode answer) {
            return this == RETURNS_REASONING ? answer : answer.deepCopy().without("reasoning_content");
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void growsWithWhatIsNewOnly(Client client) throws Exception {
        ProxiedRun run = ProxiedRun.open(service, client.backend);
        String model = backend.model((_, socket) -> socket.end());
        long before = number(BYTES);
        converse(run, model, client, 0, STEPS / 2);
        long half = number(ROWS, run.run().id());

        converse(run, model, client, STEPS / 2, STEPS);

        assertThat(number(ROWS, run.run().id()) - half).isEqualTo(STEPS / 2 / STEPS_OF_TURN * ROWS_OF_TURN);
        assertThat(ROWS_OF_TURN).isLessThanOrEqualTo(15 * STEPS_OF_TURN);
        assertThat((double) (number(BYTES) - before) / newBytes).isLessThan(BYTES_FOR_EACH_NEW);
    }

    private void converse(ProxiedRun run, String model, Client client, int from, int to) throws Exception {
        for (int step = from; step < to; step++) {
            ObjectNode answer = answer(step);
            backend.forget(model);
            backend.answer(model, (_, socket) -> stream(socket, answer));
            ask(step);
            String body = "{\"model\":\"" + model + "\",\"stream\":true,\"messages\":" + messages + "}";
            HttpResponse<String> given = run.post(ProxiedRun.CHAT, body);
            assertThat(given.statusCode()).as(given.body()).isEqualTo(200);
            assertThat(given.headers().firstValue("x-throughline-preservation").orElse("n/a"))
                    .as("step %d", step)
                    .matches(client.preservation);
            assertThat(backend.take(model).json().path("messages").findValuesAsText("reasoning_content"))
                    .as("step %d", step)
                    .isEqualTo(client == Client.DROPS_REASONING ? List.of() : thoughts);
            messages.add(client.returned(answer));
            thoughts.add(answer.path("reasoning_content").asText());
            newBytes += answer.toString().length();
        }
    }

    private void ask(int step) {
        int first = messages.size();
        if (step > 0) {
            messages.get(messages.size() - 1)
                    .path("tool_calls")
                    .forEach(call -> messages.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", call.path("id").asText())
                            .put("content", "ok"));
        }
        String text = step + text();
        if (step % STEPS_OF_TURN == 0) {
            messages.addObject().put("role", "user").put("content", text);
        } else {
            ((ObjectNode) messages.get(first)).put("content", text);
        }
        for (int i = first; i < messages.size(); i++) {
            newBytes += messages.get(i).toString().length();
        }
    }

    // What tools print compresses well.
    private static String text() {
        return "a line of a file that a tool has printed, ".repeat(NEW_TEXT / 42);
    }

    private String noise(int words) {
        var text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(" word ").append(Long.toHexString(random.nextLong()));
        }
        return text.toString();
    }

    private ObjectNode answer(int step) {
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("role", "assistant")
                .put("content", "Here is" + noise(10))
                .put("reasoning_content", "It wants" + noise(20));
        ArrayNode calls = answer.putArray("tool_calls");
        for (int i = 0; i < 2; i++) {
            ObjectNode call = calls.addObject()
                    .put("id", "call_" + Long.toHexString(random.nextLong()) + step + "_" + i)
                    .put("type", "function");
            call.putObject("function").put("name", "run").put("arguments", "{\"cmd\":\"" + noise(12) + "\"}");
        }
        return answer;
    }

    private static void stream(BackendSocket socket, ObjectNode answer) throws IOException {
        socket.stream();
        for (String field : List.of("reasoning_content", "content")) {
            String text = answer.path(field).asText();
            for (int i = 0; i < text.length(); i += 20) {
                String part = text.substring(i, Math.min(text.length(), i + 20));
                socket.chunk(delta(JsonNodeFactory.instance.objectNode().put(field, part)));
            }
        }
        int index = 0;
        for (JsonNode call : answer.path("tool_calls")) {
            ObjectNode delta = JsonNodeFactory.instance.objectNode();
            delta.putArray("tool_calls").add(((ObjectNode) call.deepCopy()).put("index", index++));
            socket.chunk(delta(delta));
        }
        socket.chunk("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n");
        socket.chunk("data: [DONE]\n\n");
        socket.end();
    }

    private static String delta(ObjectNode delta) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]}\n\n";
    }

    private long number(String sql, Object... values) {
        return pool.preparedQuery(sql)
                .execute(Tuple.from(List.of(values)))
                .map(rows -> rows.iterator().next().getLong(0))
                .await()
                .atMost(Duration.ofSeconds(30));
    }
}
