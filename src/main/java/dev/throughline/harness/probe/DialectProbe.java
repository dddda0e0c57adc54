package dev.throughline.harness.probe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.ProgressListener;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.text.Json;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Probes a server in one dialect.
final class DialectProbe {
    private static final int FEW_TOKENS = 16;
    private static final int THINKING_TOKENS = 128;

    private final ProbedServer probedServer;
    private final DialectClient dialectClient;
    private final String model;
    private final int turns;
    private final ProgressListener progressListener;
    private final Set<Finding> findings;

    /// @param findings receives the findings
    DialectProbe(
            ProbedServer probedServer,
            ServerDialect dialect,
            String model,
            int turns,
            ProgressListener progressListener,
            Set<Finding> findings) {
        this.probedServer = probedServer;
        this.dialectClient = DialectClient.of(dialect);
        this.model = model;
        this.turns = turns;
        this.progressListener = progressListener;
        this.findings = findings;
    }

    DialectResult probe() {
        ServerDialect dialect = dialectClient.dialect();
        progressListener.say(dialect.id() + ": probing support");
        ProbeRequest hello =
                ProbeRequest.of(model, List.of(new ProbeTurn.User("Reply with one word: ready.")), FEW_TOKENS);
        return switch (DialectSupport.of(dialectClient, post(hello))) {
            case DialectSupport.Absent(String reason) -> new DialectResult.Absent(dialect, reason);
            case DialectSupport.Fault fault -> {
                findings.add(Finding.in(dialect, fault.kind(), fault.detail()));
                yield new DialectResult.Silent(dialect, fault);
            }
            case DialectSupport.Spoken _ -> answered();
        };
    }

    private DialectResult answered() {
        var live = new LiveProbe(probedServer, dialectClient, model, progressListener);
        EmissionEvidence emissionEvidence = live.drive(turns);
        findings.addAll(live.findings());
        // First, since some servers answer nothing any more behind such a history.
        DialectResult.CalledHistory called = called();
        HistoryEvidence history = HistoryEvidence.none(List.of());
        if (called == DialectResult.CalledHistory.ANSWERED) {
            history = HistoryProbe.measure(
                    probedServer, dialectClient, model, turns, emissionEvidence.fields(), progressListener);
            findings.addAll(
                    HistoryFindings.of(dialectClient.dialect(), history, emissionEvidence, this::ofTemplateAlone));
        }
        boolean isAlive = called != DialectResult.CalledHistory.FATAL;
        return new DialectResult.Probed(
                dialectClient.dialect(),
                emissionEvidence,
                history,
                called,
                isAlive ? arrays(history.proof()) : ContentArraySupport.UNKNOWN,
                isAlive ? silencing(emissionEvidence) : Status.INCONCLUSIVE);
    }

    /// Whether a history with a call of a tool is answered, where one without is.
    private DialectResult.CalledHistory called() {
        progressListener.say(dialectClient.dialect().id() + ": a history with a tool call");
        ObjectNode called =
                history(ProbeHistories.within(BackendTarget.FEWEST_TURNS).history());
        ObjectNode talked = history(List.of(
                ProbeHistories.question(0),
                new ProbeTurn.Assistant("", "", "It is mild there.", List.of()),
                ProbeHistories.question(1)));
        if (!(support(talked) instanceof DialectSupport.Spoken)
                || !(support(called) instanceof DialectSupport.Fault(FindingKind kind, String detail))
                || kind == FindingKind.BUSY) {
            return DialectResult.CalledHistory.ANSWERED;
        }
        boolean isAlive = support(talked) instanceof DialectSupport.Spoken;
        boolean takesObjects = isAlive
                && dialectClient.dialect() == ServerDialect.CHAT
                && support(withObjects(called)) instanceof DialectSupport.Spoken;
        find(
                FindingKind.CALL_HISTORY_REFUSED,
                "a history with a tool call is not answered (" + detail + "), one without is"
                        + (takesObjects ? ", and one whose arguments are objects, not strings" : "")
                        + (isAlive ? "" : ", but no longer behind it"));
        if (!isAlive) {
            return DialectResult.CalledHistory.FATAL;
        }
        return takesObjects ? DialectResult.CalledHistory.ONLY_OBJECTS : DialectResult.CalledHistory.REFUSED;
    }

    private static ObjectNode withObjects(ObjectNode body) {
        for (JsonNode call : body.path("messages").findValues("function")) {
            ((ObjectNode) call).set("arguments", parsed(call.path("arguments")));
        }
        return body;
    }

    private static JsonNode parsed(JsonNode arguments) {
        try {
            return Json.TREES.readTree(arguments.asText());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the probe's own arguments are no JSON", e);
        }
    }

    private ObjectNode history(List<ProbeTurn> history) {
        return dialectClient.body(ProbeRequest.of(model, history, FEW_TOKENS).with(ReasoningPlacement.NONE, Map.of()));
    }

    private DialectSupport support(ObjectNode body) {
        return DialectSupport.of(dialectClient, post(body));
    }

    /// The behavior of the server's chat template alone; empty if the server does not show it, or it cannot be
    /// rendered.
    private Optional<HistoryEvidence> ofTemplateAlone() {
        try {
            return ServerIdentity.templateText(probedServer)
                    .map(ChatTemplate::parse)
                    .map(template -> HistoryProbe.ofTemplate(new TokenMeter.ByRendering(template), model, turns));
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }

    private ContentArraySupport arrays(ProofMethod proofMethod) {
        if (dialectClient.dialect() != ServerDialect.CHAT) {
            return ContentArraySupport.UNKNOWN;
        }
        progressListener.say(dialectClient.dialect().id() + ": content as an array");
        ContentArraySupport arrays = ContentArraySupport.probe(probedServer, dialectClient, model, proofMethod, turns);
        switch (arrays) {
            case REFUSED -> find(FindingKind.ARRAYS_REFUSED, "user text as an array of parts is refused");
            case DROPPED ->
                find(FindingKind.ARRAYS_DROPPED, "user text as an array of parts does not reach the prompt");
            case ACCEPTED, UNKNOWN -> {}
        }
        return arrays;
    }

    /// Whether the model stops reasoning when requested.
    private Status silencing(EmissionEvidence emissionEvidence) {
        if (emissionEvidence.whole().isEmpty()) {
            return Status.NOT_EXERCISED;
        }
        progressListener.say(dialectClient.dialect().id() + ": enable_thinking=false");
        ProbeRequest quiet = ProbeRequest.of(model, List.of(ProbeHistories.question(0)), THINKING_TOKENS)
                .with(ReasoningPlacement.NONE, PreservationSwitch.template("enable_thinking", false));
        return switch (DialectSupport.of(dialectClient, post(quiet))) {
            case DialectSupport.Spoken(var body) ->
                EmissionEvidence.places(dialectClient.whole(body)).isEmpty() ? Status.PRESERVED : Status.BROKEN;
            case DialectSupport.Absent _, DialectSupport.Fault _ -> Status.INCONCLUSIVE;
        };
    }

    private void find(FindingKind kind, String detail) {
        findings.add(Finding.in(dialectClient.dialect(), kind, detail));
    }

    private ServerReply post(ProbeRequest probeRequest) {
        return post(dialectClient.body(probeRequest));
    }

    private ServerReply post(ObjectNode body) {
        return probedServer.ask(dialectClient.dialect(), dialectClient.dialect().path(), body);
    }
}
