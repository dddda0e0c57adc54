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

/// A body of 20 MB and a history of 100,000 messages, beside streams that must not notice.
record LargeRequests() implements Fault {
    private static final int STREAMS = 20;
    private static final int BODY_BYTES = 20_000_000;
    private static final int MESSAGES = 100_000;

    @Override
    public String name() {
        return "large-requests";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String steady = serviceProcess.open(Map.of("scenario", "long", "tokens", 400, "pace", 20));
        String large = serviceProcess.open(Map.of("scenario", "plain"));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), steady, STREAMS);
        List<StreamedAnswer> answers = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        for (String body : List.of(body("x".repeat(BODY_BYTES)), history())) {
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
                        "expected both to be answered, found " + answers)
                .expect(kept >= BODY_BYTES, "expected the body to be kept whole, found " + kept + " bytes")
                .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected the other streams to end well")
                .expect(others.broken().isEmpty(), others.broken().toString());
        return FaultOutcome.of(
                "a body of 20 MB answered in %.1f s, a history of %,d messages in %.1f s, beside %d streams"
                        .formatted(seconds.get(0), MESSAGES, seconds.get(1), STREAMS),
                recordAudit,
                Duration.ZERO);
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
