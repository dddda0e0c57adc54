package dev.throughline.harness.probe;

import dev.throughline.harness.Progress;
import dev.throughline.harness.probe.dialect.Ask;
import dev.throughline.harness.probe.dialect.Histories;
import dev.throughline.harness.probe.dialect.Placement;
import dev.throughline.harness.probe.dialect.Said;
import dev.throughline.harness.probe.dialect.ServerDialect;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.history.ContentArrays;
import dev.throughline.harness.probe.history.HistoryEvidence;
import dev.throughline.harness.probe.history.HistoryProbe;
import dev.throughline.harness.probe.history.Proof;
import dev.throughline.harness.probe.history.Switch;
import dev.throughline.harness.probe.server.Reply;
import dev.throughline.harness.probe.server.Server;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Set;

/// Probes a server in one dialect.
final class DialectProbe {
    private static final int FEW_TOKENS = 16;
    private static final int THINKING_TOKENS = 128;

    private final Server server;
    private final Speech speech;
    private final String model;
    private final int turns;
    private final Progress progress;
    private final Set<Finding> findings;

    /// @param findings takes what is found
    DialectProbe(
            Server server, ServerDialect dialect, String model, int turns, Progress progress, Set<Finding> findings) {
        this.server = server;
        this.speech = Speech.of(dialect);
        this.model = model;
        this.turns = turns;
        this.progress = progress;
        this.findings = findings;
    }

    DialectResult probe() {
        ServerDialect dialect = speech.dialect();
        progress.say(dialect.id() + ": is it answered?");
        Ask hello = Ask.of(model, List.of(new Said.User("Reply with one word: ready.")), FEW_TOKENS);
        return switch (Opened.of(speech, post(hello))) {
            case Opened.Absent(String reason) -> new DialectResult.Absent(dialect, reason);
            case Opened.Fault fault -> {
                findings.add(Finding.in(dialect, fault.kind(), fault.detail()));
                yield new DialectResult.Silent(dialect, fault);
            }
            case Opened.Spoken _ -> answered();
        };
    }

    private DialectResult answered() {
        var live = new LiveProbe(server, speech, model, progress);
        Emission emission = live.drive(turns);
        findings.addAll(live.findings());
        HistoryEvidence history = HistoryProbe.measure(server, speech, model, turns, emission.fields(), progress);
        findings.addAll(HistoryFindings.of(speech.dialect(), history, emission));
        return new DialectResult.Probed(
                speech.dialect(), emission, history, arrays(history.proof()), silencing(emission));
    }

    private ContentArrays arrays(Proof proof) {
        if (speech.dialect() != ServerDialect.CHAT) {
            return ContentArrays.UNKNOWN;
        }
        progress.say(speech.dialect().id() + ": content as an array");
        ContentArrays arrays = ContentArrays.probe(server, speech, model, proof, turns);
        switch (arrays) {
            case REFUSED -> find(FindingKind.ARRAYS_REFUSED, "user text as an array of parts is refused");
            case DROPPED ->
                find(FindingKind.ARRAYS_DROPPED, "user text as an array of parts does not reach the prompt");
            case ACCEPTED, UNKNOWN -> {}
        }
        return arrays;
    }

    /// Whether the model stops reasoning when it is told to.
    private Status silencing(Emission emission) {
        if (emission.whole().isEmpty()) {
            return Status.NOT_EXERCISED;
        }
        progress.say(speech.dialect().id() + ": enable_thinking=false");
        Ask quiet = Ask.of(model, List.of(Histories.question(0)), THINKING_TOKENS)
                .with(Placement.NONE, Switch.template("enable_thinking", false));
        return switch (Opened.of(speech, post(quiet))) {
            case Opened.Spoken(var body) ->
                Emission.places(speech.whole(body)).isEmpty() ? Status.PRESERVED : Status.BROKEN;
            case Opened.Absent _, Opened.Fault _ -> Status.INCONCLUSIVE;
        };
    }

    private void find(FindingKind kind, String detail) {
        findings.add(Finding.in(speech.dialect(), kind, detail));
    }

    private Reply post(Ask ask) {
        return server.ask(speech.dialect(), speech.dialect().path(), speech.body(ask));
    }
}
