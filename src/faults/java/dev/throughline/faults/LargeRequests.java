package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A body of 31 MB, a history of 100,000 messages and a conversation with a tool result of 10 MB, beside streams that
/// must not notice.
record LargeRequests() implements Fault {
    /// A quarter of it is enough for five times the body.
    private static final int HEAP_MEBIBYTES = 768;

    private static final int STREAMS = 20;
    private static final int BODY_BYTES = 31_000_000;
    private static final int RESULT_BYTES = 10_000_000;
    private static final int MESSAGES = 100_000;

    private static final String NEXT_STEP = """
            ,{"role":"assistant","content":"I have read it."},{"role":"user","content":"And now?"}""";
    private static final String CALLED = """
            {"model":"glm-4.7","stream":true,"messages":[{"role":"user","content":"Read it."},
            {"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",
            "function":{"name":"read","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"%s"}%s]}""";

    @Override
    public String name() {
        return "large-requests";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve(HEAP_MEBIBYTES, Map.of());
        String steady = serviceProcess.open(Map.of("scenario", "long", "tokens", 800, "pace", 20));
        String large = serviceProcess.open(Map.of("scenario", "plain"));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), steady, STREAMS);
        List<StreamedAnswer> answers = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (String body : bodies()) {
            long began = System.nanoTime();
            answers.add(SseListener.listen(serviceProcess.url(), large, body));
            seconds.add((System.nanoTime() - began) / 1e9);
        }
        List<StreamedAnswer> heard = streamLoad.await(60);
        long kept = faultEnvironment
                .faultDatabase()
                .number("SELECT max(length(body)) FROM exchange_body WHERE run_id = '" + large + "'");
        RecordAudit others =
                RecordAudit.of(heard, faultEnvironment.faultDatabase().settled(steady, 5), Set.of());
        RecordAudit recordAudit = RecordAudit.of(
                        answers, faultEnvironment.faultDatabase().settled(large, 5), Set.of())
                .expect(
                        answers.stream().allMatch(StreamedAnswer::isDone),
                        "expected all to be answered, found " + answers)
                .expect(kept >= BODY_BYTES, "expected the body to be kept whole, found " + kept + " bytes")
                .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected the other streams to end well")
                .expect(others.broken().isEmpty(), others.broken().toString());
        return FaultOutcome.of(
                "31 MB answered in %.1f s, %,d messages in %.1f s, 10 MB results in %.1f and %.1f s, beside %d streams"
                        .formatted(seconds.get(0), MESSAGES, seconds.get(1), seconds.get(2), seconds.get(3), STREAMS),
                recordAudit,
                Duration.ZERO);
    }

    private static List<String> bodies() {
        String result = "result ".repeat(RESULT_BYTES / 7);
        return List.of(
                body("x".repeat(BODY_BYTES)),
                history(),
                CALLED.formatted(result, ""),
                CALLED.formatted(result, NEXT_STEP));
    }

    private static String body(String text) {
        return "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + text
                + "\"}]}";
    }

    private static String history() {
        String messages = IntStream.range(0, MESSAGES)
                .mapToObj(i -> "{\"role\":\"" + (i % 2 == 0 ? "user" : "assistant") + "\",\"content\":\"Message " + i
                        + " of many.\"}")
                .collect(Collectors.joining(","));
        return "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[" + messages
                + ",{\"role\":\"user\",\"content\":\"And now?\"}]}";
    }
}
