package dev.throughline.run.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The field in which a model's answers have their reasoning is known after a restart too.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ModelFieldTableIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String BACKEND = "plain";

    ScriptedBackend backend;

    @Inject
    ModelFieldTable fields;

    @Inject
    Pool pool;

    @Test
    void whatAnAnswerShowsIsStoredAndReplacedByWhatALaterOneShows() throws Exception {
        String model = answeringIn("reasoning");

        ask(model);

        assertThat(stored(model)).containsExactly("reasoning");

        backend.answer(model, (_, socket) -> socket.json(answer("reasoning_content")));
        ask(model);

        assertThat(stored(model, "reasoning_content")).containsExactly("reasoning_content");
    }

    @Test
    void theFirstRequestAfterAStartHasItsReasoningWhereTheModelReadsIt() throws Exception {
        String model = answeringIn("reasoning");
        pool.preparedQuery("INSERT INTO model_field VALUES ($1, $2, 'reasoning')")
                .execute(Tuple.of(BACKEND, model))
                .await()
                .atMost(LIMIT);

        fields.restore().await().atMost(LIMIT);
        ask(model);

        JsonNode message = backend.take(model).json().at("/messages/1");
        assertThat(message.path("reasoning").asText()).isEqualTo("I thought.");
        assertThat(message.has("reasoning_content")).isFalse();
    }

    private String answeringIn(String field) {
        return backend.model((_, socket) -> socket.json(answer(field)));
    }

    private static String answer(String field) {
        return ("{'id':'c','object':'chat.completion','model':'m','choices':[{'index':0,'message':{'role':'assistant',"
                        + "'content':'Yes.','" + field + "':'Hm.'},'finish_reason':'stop'}]}")
                .replace('\'', '"');
    }

    /// A request of another dialect, whose history is written anew.
    private static void ask(String model) {
        String body = ("{'model':'" + model + "','max_tokens':100,'messages':[{'role':'user','content':'a'},"
                        + "{'role':'assistant','content':[{'type':'thinking','thinking':'I thought.','signature':''},"
                        + "{'type':'text','text':'b'}]},{'role':'user','content':'c'}]}")
                .replace('\'', '"');
        assertThat(TestHttpClient.underTest()
                        .post("/proxy/" + BACKEND + "/v1/messages", body)
                        .status())
                .isEqualTo(200);
    }

    private List<String> stored(String model) throws InterruptedException {
        return stored(model, "");
    }

    /// Waits for a row, or for a value of it.
    private List<String> stored(String model, String value) throws InterruptedException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        List<String> found = List.of();
        while ((found.isEmpty() || !value.isEmpty() && !found.contains(value)) && System.nanoTime() < limit) {
            found = new ArrayList<>();
            for (Row row : pool.preparedQuery("SELECT reasoning FROM model_field WHERE backend = $1 AND model = $2")
                    .execute(Tuple.of(BACKEND, model))
                    .await()
                    .atMost(LIMIT)) {
                found.add(row.getString(0));
            }
            Thread.onSpinWait();
        }
        return found;
    }
}
