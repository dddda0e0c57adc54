package dev.throughline.harness.probe;

import dev.throughline.harness.ProgressListener;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Drives the model itself through a few turns, each requested complete and as a stream, and checks the
/// answers. The content that the model chooses is never judged.
final class LiveProbe {
    private static final List<String> THINK = List.of("<think>", "</think>");
    private static final List<String> CALL =
            List.of("<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>");
    private static final List<String> ROLE = List.of(
            "<|user|>",
            "<|assistant|>",
            "<|observation|>",
            "<|system|>",
            "<|endoftext|>",
            "[gMASK]",
            "<sop>",
            "<|im_start|>",
            "<|im_end|>");
    private static final Map<FindingKind, List<String>> ALL = Map.of(
            FindingKind.THINK_TAGS_LEAK, THINK,
            FindingKind.CALL_MARKUP_LEAKS, CALL,
            FindingKind.ROLE_MARKER_LEAKS, ROLE);
    private static final int MOST_TOKENS = 400;

    private final ProbedServer probedServer;
    private final DialectClient dialectClient;
    private final String model;
    private final ProgressListener progressListener;
    private final Set<Finding> findings = new LinkedHashSet<>();
    private final Set<String> whole = new LinkedHashSet<>();
    private final Set<String> streamed = new LinkedHashSet<>();
    private boolean hasCalled;
    private int answers;
    private CallTally calls = CallTally.NONE;

    LiveProbe(ProbedServer probedServer, DialectClient dialectClient, String model, ProgressListener progressListener) {
        this.probedServer = probedServer;
        this.dialectClient = dialectClient;
        this.model = model;
        this.progressListener = progressListener;
    }

    /// Drives the turns; stops early at a request that the server does not answer.
    EmissionEvidence drive(int turns) {
        List<ProbeTurn> history = new ArrayList<>(List.of(ProbeHistories.question(0)));
        for (int turn = 1; turn <= turns; turn++) {
            progressListener.say(dialectClient.dialect().id() + ": turn " + turn + " of " + turns);
            Optional<ProbeAnswer> answer = turn(history);
            if (answer.isEmpty()) {
                break;
            }
            history.add(answer.get().said());
            continueWith(answer.get(), turn, history);
        }
        return new EmissionEvidence(List.copyOf(whole), List.copyOf(streamed), hasCalled, answers, calls);
    }

    /// The findings, without duplicates.
    List<Finding> findings() {
        return List.copyOf(findings);
    }

    private static void continueWith(ProbeAnswer answer, int turn, List<ProbeTurn> history) {
        if (answer.calls().isEmpty() || answer.isCut()) {
            history.removeLast();
            history.add(
                    new ProbeTurn.Assistant(answer.said().reasoning(), answer.signature(), visible(answer), List.of()));
            history.add(ProbeHistories.question(turn));
        } else {
            answer.calls().forEach(call -> history.add(ProbeHistories.result(call.id())));
        }
    }

    /// Every dialect requires an answer in a history to have content.
    private static String visible(ProbeAnswer answer) {
        return answer.content().isBlank() ? "I do not know." : answer.content();
    }

    private Optional<ProbeAnswer> turn(List<ProbeTurn> history) {
        ReasoningPlacement reasoningPlacement = ReasoningPlacement.echoing(dialectClient.dialect(), List.copyOf(whole));
        ProbeRequest probeRequest = ProbeRequest.of(model, history, MOST_TOKENS).with(reasoningPlacement, Map.of());
        Optional<ProbeAnswer> first = whole(probeRequest);
        Optional<ProbeAnswer> second = stream(probeRequest.streamed());
        if (first.isPresent() && second.isPresent()) {
            findings.addAll(AnswerFormCheck.ofBoth(dialectClient.dialect(), first.get(), second.get()));
        }
        return first;
    }

    private Optional<ProbeAnswer> whole(ProbeRequest probeRequest) {
        return switch (DialectSupport.of(dialectClient, post(probeRequest))) {
            case DialectSupport.Fault(FindingKind kind, String detail) -> fault(kind, "a whole answer: " + detail);
            case DialectSupport.Absent(String detail) -> fault(FindingKind.REFUSED, "a whole answer: " + detail);
            case DialectSupport.Spoken(var body) -> {
                ProbeAnswer probeAnswer = dialectClient.whole(body);
                findings.addAll(AnswerFormCheck.ofWhole(dialectClient.dialect(), probeAnswer));
                yield Optional.of(seen(probeAnswer, whole));
            }
        };
    }

    private Optional<ProbeAnswer> stream(ProbeRequest probeRequest) {
        return switch (post(probeRequest)) {
            case ServerReply.Answered answer
            when answer.isGood() && !SseFrameReader.of(answer.body()).isEmpty() -> {
                ProbeAnswer probeAnswer = dialectClient.streamed(SseFrameReader.of(answer.body()));
                findings.addAll(AnswerFormCheck.ofStream(dialectClient.dialect(), probeAnswer));
                yield Optional.of(seen(probeAnswer, streamed));
            }
            case ServerReply.Answered answer
            when answer.isGood() ->
                fault(FindingKind.NOT_A_STREAM, "a stream was requested, " + answer.type() + " came");
            case ServerReply failed -> {
                DialectSupport.Fault fault = DialectSupport.fault(failed);
                yield fault(fault.kind(), "a stream: " + fault.detail());
            }
        };
    }

    private ProbeAnswer seen(ProbeAnswer probeAnswer, Set<String> places) {
        answers++;
        calls = calls.and(probeAnswer);
        hasCalled |= !probeAnswer.calls().isEmpty();
        places.addAll(EmissionEvidence.places(probeAnswer));
        findings.addAll(markupLeakCheck(dialectClient.dialect(), probeAnswer));
        return probeAnswer;
    }

    private Optional<ProbeAnswer> fault(FindingKind kind, String detail) {
        findings.add(Finding.in(dialectClient.dialect(), kind, detail));
        return Optional.empty();
    }

    private ServerReply post(ProbeRequest probeRequest) {
        return probedServer.ask(
                dialectClient.dialect(), dialectClient.dialect().path(), dialectClient.body(probeRequest));
    }

    /// Detects raw chat template markup in answers.
    /// One finding per kind of markup and place.
    private static List<Finding> markupLeakCheck(ServerDialect dialect, ProbeAnswer answer) {
        List<Finding> found = new ArrayList<>();
        look(dialect, "content", answer.content(), found);
        answer.reasoning().forEach((field, text) -> look(dialect, field, text, found));
        answer.calls().forEach(call -> look(dialect, "tool call arguments", call.arguments(), found));
        return found;
    }

    private static void look(ServerDialect dialect, String place, String text, List<Finding> found) {
        ALL.forEach((kind, markers) -> {
            List<String> there = markers.stream().filter(text::contains).toList();
            if (!there.isEmpty()) {
                found.add(Finding.in(dialect, kind, "raw " + String.join(" ", there) + " in " + place));
            }
        });
    }
}
