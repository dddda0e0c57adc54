package dev.throughline.stub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TraceResult;
import dev.throughline.wire.StrictJson;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/// Requests for the stub, and what it answers to them.
final class StubRequests {
    static final byte[] KEY = new byte[32];
    private static final Vertx VERTX = Vertx.vertx();

    private StubRequests() {}

    static Tool shell() {
        return new Tool("bash", "Runs a command", json("""
                        {"type":"object","required":["command","description","limit","flags"],"properties":{
                         "command":{"type":"string"},"description":{"type":"string"},
                         "limit":{"type":"integer","minimum":3},"flags":{"type":"array","items":{"type":"string"},"minItems":1}}}
                        """));
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.MAPPER.readTree(text);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Conversation request(Dialect dialect, List<Tool> tools, ToolChoice choice) {
        var user = new Message("/messages/0", Role.USER, List.of(new Part.Text("/messages/0/content", "Do it.")));
        return new Conversation(
                dialect,
                "glm-4.7",
                List.of(user),
                tools,
                choice,
                true,
                false,
                OptionalInt.empty(),
                Optional.empty(),
                json("{}"));
    }

    static Conversation request(Dialect dialect) {
        return request(dialect, List.of(shell()), new ToolChoice.Auto());
    }

    static TraceResult tracing(Dialect dialect, RequestKind kind) {
        var facts = new RequestFacts(
                dialect,
                "glm-4.7",
                kind,
                1,
                0,
                1,
                1,
                Map.<String, JsonNode>of(),
                Optional.empty(),
                Optional.empty(),
                "hash",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new TraceResult(ConversationLink.start(), facts, List.of());
    }

    static StubSettings settings(Scenario scenario, StubOutputForm form) {
        StubSettings plain = StubSettings.defaults();
        return new StubSettings(
                scenario,
                form,
                plain.reasoningField(),
                60,
                Duration.ZERO,
                false,
                List.of(),
                plain.seed(),
                Optional.empty());
    }

    static StubPlan plan(StubSettings settings, Conversation request) {
        return StubPlanner.plan(settings, KEY, 1, request, tracing(request.dialect(), RequestKind.MAIN));
    }

    /// All events of an answer, as an event loop delivers them.
    static List<StreamEvent> events(StubPlan plan) {
        List<StreamEvent> events = new ArrayList<>();
        var done = new CompletableFuture<List<StreamEvent>>();
        VERTX.runOnContext(_ -> plan.reply().open(event -> {
            events.add(event);
            if (event.isTerminal()) {
                done.complete(events);
            }
        }));
        return done.join();
    }
}
