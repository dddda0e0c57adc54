package dev.throughline.harness.probe;

import dev.throughline.harness.ProgressListener;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.jinja.TemplateException;
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
        HistoryEvidence history = HistoryProbe.measure(
                probedServer, dialectClient, model, turns, emissionEvidence.fields(), progressListener);
        findings.addAll(HistoryFindings.of(dialectClient.dialect(), history, emissionEvidence, this::ofTemplateAlone));
        if (history.proof() == ProofMethod.NONE) {
            callHistory();
        }
        return new DialectResult.Probed(
                dialectClient.dialect(),
                emissionEvidence,
                history,
                arrays(history.proof()),
                silencing(emissionEvidence));
    }

    /// Whether nothing could be measured because a history with a call of a tool is not answered.
    private void callHistory() {
        List<ProbeTurn> called =
                ProbeHistories.within(BackendTarget.FEWEST_TURNS).history();
        List<ProbeTurn> talked = List.of(
                ProbeHistories.question(0),
                new ProbeTurn.Assistant("", "", "It is mild there.", List.of()),
                ProbeHistories.question(1));
        if (support(called) instanceof DialectSupport.Fault(FindingKind _, String detail)
                && support(talked) instanceof DialectSupport.Spoken) {
            find(
                    FindingKind.CALL_HISTORY_REFUSED,
                    "a history with a tool call is not answered (" + detail + "), one without is");
        }
    }

    private DialectSupport support(List<ProbeTurn> history) {
        ProbeRequest request = ProbeRequest.of(model, history, FEW_TOKENS).with(ReasoningPlacement.NONE, Map.of());
        return DialectSupport.of(dialectClient, post(request));
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
        return probedServer.ask(
                dialectClient.dialect(), dialectClient.dialect().path(), dialectClient.body(probeRequest));
    }
}
