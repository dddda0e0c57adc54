package dev.throughline.cli.check;

import dev.throughline.harness.ServiceClient;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What a running service has learned of a server, as `check backend --server` shows it.
@Expensive(15)
@QuarkusTest
@TestProfile(ProxyProfile.class)
class LearntReasoningIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void tellsTheStatesOfTheModelsAndTheSettingsOfTheBackendsAtAUrl() {
        String model = backend.model((_, socket) -> socket.json(
                "{\"choices\":[{\"message\":{\"content\":\"I think.</think>Hello\"},\"finish_reason\":\"stop\"}]}"));
        var running = new ServiceClient(service);
        running.post(
                "/proxy/orphan/v1/chat/completions",
                "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}");

        List<LearntReasoning> learnt = LearntReasoning.of(running, URI.create("http://127.0.0.1:" + backend.port()));

        assertThat(learnt)
                .contains(
                        new LearntReasoning("orphan", model, "prefilled"),
                        new LearntReasoning("glm", "", "inline"),
                        new LearntReasoning("glm-r", "", "prefilled"))
                .noneMatch(one -> one.backend().equals("gone"));
        assertThat(LearntReasoning.text(learnt))
                .contains("\nReasoning as the service reads it: backend orphan, " + model + ": prefilled")
                .contains("\nReasoning as the service reads it: backend glm, as set: inline");
        assertThat(LearntReasoning.json("{\"verdict\":\"PASS\"}", learnt)).contains("\"verdict\"", model);
    }

    @Test
    void knowsNothingOfAnotherServer() {
        assertThat(LearntReasoning.of(new ServiceClient(service), URI.create("http://127.0.0.1:1/v1")))
                .isEmpty();
        assertThat(LearntReasoning.of(new ServiceClient(service), URI.create("ftp://127.0.0.1/v1")))
                .isEmpty();
    }
}
