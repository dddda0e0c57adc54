package dev.throughline.cli.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import io.quarkus.runtime.Quarkus;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Uses the service in this process as clients and readers do, then ends it: a JVM that writes an AOT cache learns from
/// it what later starts and their first requests need. Source: JEP 483, JEP 515.
public final class TrainingTraffic implements Runnable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration LENGTH = Duration.ofSeconds(10);
    private static final int MOST_ROUNDS = 500;
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int FAILED = 1;
    private static final String QUESTION = "What is the weather in Bern?";
    private static final List<String> PAGES = List.of(
            "/v1/validation_report",
            "/",
            "/api/v1/runs",
            "/matrix",
            "/api/v1/matrix?latest=true",
            "/openapi",
            "/q/metrics",
            "/q/health",
            "/health");

    private final URI address;

    /// @param address of the service, which may still be starting
    public TrainingTraffic(URI address) {
        this.address = address;
    }

    @Override
    public void run() {
        int code = FAILED;
        try (ServiceClient service = new ServiceClient(address)) {
            awaitReady(service);
            List<String> bases = bases(service);
            long end = System.nanoTime() + LENGTH.toNanos();
            for (int round = 0; round < MOST_ROUNDS && (round == 0 || System.nanoTime() < end); round++) {
                bases.forEach(base -> converse(service, base));
            }
            PAGES.forEach(page -> service.get(page).accepted());
            code = 0;
        } catch (HarnessException e) {
            System.err.println("train: " + e.getMessage());
        } finally {
            Quarkus.asyncExit(code);
        }
    }

    private void awaitReady(ServiceClient service) {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!service.isHealthy() || service.get("/q/health/ready").isRefused()) {
            if (System.nanoTime() > end) {
                throw new HarnessException("expected a service at " + address + " within " + START_LIMIT);
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /// The stub's base path, and those of the backends.
    private static List<String> bases(ServiceClient service) {
        List<String> bases = new ArrayList<>(List.of("/stub"));
        for (JsonNode backend :
                service.get("/api/v1/backends").accepted().json().path("backends")) {
            bases.add("/proxy/" + backend.path("name").asText());
        }
        return bases;
    }

    /// Each dialect, whole and streamed.
    private static void converse(ServiceClient service, String base) {
        for (boolean isStreamed : List.of(true, false)) {
            ObjectNode chat = request(isStreamed);
            chat.putArray("messages").addObject().put("role", "user").put("content", QUESTION);
            ObjectNode function =
                    chat.putArray("tools").addObject().put("type", "function").putObject("function");
            function.put("name", "weather")
                    .putObject("parameters")
                    .put("type", "object")
                    .putObject("properties")
                    .putObject("city")
                    .put("type", "string");
            service.post(base + "/v1/chat/completions", chat.toString()).accepted();
            ObjectNode messages = request(isStreamed).put("max_tokens", 4_096);
            messages.putArray("messages").addObject().put("role", "user").put("content", QUESTION);
            service.post(base + "/v1/messages", messages.toString()).accepted();
            ObjectNode responses = request(isStreamed).put("input", QUESTION);
            service.post(base + "/v1/responses", responses.toString()).accepted();
        }
        service.get(base + "/v1/models").accepted();
    }

    private static ObjectNode request(boolean isStreamed) {
        return JsonNodeFactory.instance.objectNode().put("model", "glm-4.7").put("stream", isStreamed);
    }
}
