package dev.throughline.harness.probe;

import dev.throughline.harness.Progress;
import dev.throughline.harness.probe.dialect.Ask;
import dev.throughline.harness.probe.dialect.Frames;
import dev.throughline.harness.probe.dialect.Heard;
import dev.throughline.harness.probe.dialect.Histories;
import dev.throughline.harness.probe.dialect.Placement;
import dev.throughline.harness.probe.dialect.Said;
import dev.throughline.harness.probe.dialect.Speech;
import dev.throughline.harness.probe.server.Reply;
import dev.throughline.harness.probe.server.Server;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Drives the model itself through a few turns, each asked for whole and as a stream, and looks at the answers.
/// What the model chooses to say is never held against it.
final class LiveProbe {
    private static final int MOST_TOKENS = 400;

    private final Server server;
    private final Speech speech;
    private final String model;
    private final Progress progress;
    private final Set<Finding> findings = new LinkedHashSet<>();
    private final Set<String> whole = new LinkedHashSet<>();
    private final Set<String> streamed = new LinkedHashSet<>();
    private boolean hasCalled;
    private int answers;
    private CallTally calls = CallTally.NONE;

    LiveProbe(Server server, Speech speech, String model, Progress progress) {
        this.server = server;
        this.speech = speech;
        this.model = model;
        this.progress = progress;
    }

    /// Drives the turns; stops early at a request that the server does not answer.
    Emission drive(int turns) {
        List<Said> history = new ArrayList<>(List.of(Histories.question(0)));
        for (int turn = 1; turn <= turns; turn++) {
            progress.say(speech.dialect().id() + ": turn " + turn + " of " + turns);
            Optional<Heard> answer = turn(history);
            if (answer.isEmpty()) {
                break;
            }
            history.add(answer.get().said());
            continueWith(answer.get(), turn, history);
        }
        return new Emission(List.copyOf(whole), List.copyOf(streamed), hasCalled, answers, calls);
    }

    /// What was found, each thing once.
    List<Finding> findings() {
        return List.copyOf(findings);
    }

    private static void continueWith(Heard answer, int turn, List<Said> history) {
        if (answer.calls().isEmpty() || answer.isCut()) {
            history.removeLast();
            history.add(new Said.Assistant(answer.said().reasoning(), answer.signature(), visible(answer), List.of()));
            history.add(Histories.question(turn));
        } else {
            answer.calls().forEach(call -> history.add(Histories.result(call.id())));
        }
    }

    /// Every dialect wants an answer in a history to say something.
    private static String visible(Heard answer) {
        return answer.content().isBlank() ? "I do not know." : answer.content();
    }

    private Optional<Heard> turn(List<Said> history) {
        Placement placement = Placement.echoing(speech.dialect(), List.copyOf(whole));
        Ask ask = Ask.of(model, history, MOST_TOKENS).with(placement, Map.of());
        Optional<Heard> first = whole(ask);
        Optional<Heard> second = stream(ask.streamed());
        if (first.isPresent() && second.isPresent()) {
            findings.addAll(Form.ofBoth(speech.dialect(), first.get(), second.get()));
        }
        return first;
    }

    private Optional<Heard> whole(Ask ask) {
        return switch (Opened.of(speech, post(ask))) {
            case Opened.Fault(FindingKind kind, String detail) -> fault(kind, "a whole answer: " + detail);
            case Opened.Absent(String detail) -> fault(FindingKind.REFUSED, "a whole answer: " + detail);
            case Opened.Spoken(var body) -> {
                Heard heard = speech.whole(body);
                findings.addAll(Form.ofWhole(speech.dialect(), heard));
                yield Optional.of(seen(heard, whole));
            }
        };
    }

    private Optional<Heard> stream(Ask ask) {
        return switch (post(ask)) {
            case Reply.Answered answer
            when answer.isGood() && !Frames.of(answer.body()).isEmpty() -> {
                Heard heard = speech.streamed(Frames.of(answer.body()));
                findings.addAll(Form.ofStream(speech.dialect(), heard));
                yield Optional.of(seen(heard, streamed));
            }
            case Reply.Answered answer
            when answer.isGood() ->
                fault(FindingKind.NOT_A_STREAM, "a stream was asked for, " + answer.type() + " came");
            case Reply failed -> {
                Opened.Fault fault = Opened.fault(failed);
                yield fault(fault.kind(), "a stream: " + fault.detail());
            }
        };
    }

    private Heard seen(Heard heard, Set<String> places) {
        answers++;
        calls = calls.and(heard);
        hasCalled |= !heard.calls().isEmpty();
        places.addAll(Emission.places(heard));
        findings.addAll(Markup.in(speech.dialect(), heard));
        return heard;
    }

    private Optional<Heard> fault(FindingKind kind, String detail) {
        findings.add(Finding.in(speech.dialect(), kind, detail));
        return Optional.empty();
    }

    private Reply post(Ask ask) {
        return server.ask(speech.dialect(), speech.dialect().path(), speech.body(ask));
    }
}
