package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The service is killed under load and started again: every exchange whose end a client saw is complete, the others
/// are INTERRUPTED.
record ServiceKilled() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "service-killed";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess first = faultEnvironment.serve();
        String run = first.open(Map.of("scenario", "long", "tokens", 100, "pace", 20));
        StreamLoad streamLoad = StreamLoad.steady(first.url(), run, STREAMS);
        StreamLoad.pause(5_000);
        for (int look = 0; look < 300 && streamLoad.soFar().isEmpty(); look++) {
            StreamLoad.pause(100);
        }
        first.kill();
        long killed = System.nanoTime();
        List<StreamedAnswer> heard = streamLoad.await(10);
        ServiceProcess second = faultEnvironment.serve();
        Duration recovery = FaultEnvironment.recovery(second, killed);
        long ended = heard.stream().filter(StreamedAnswer::isDone).count();
        RecordAudit recordAudit = RecordAudit.of(
                        heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of("INTERRUPTED"))
                .expect(ended > 0 && ended < heard.size(), "expected some of " + heard.size() + " answers to end");
        return FaultOutcome.of(
                "SIGKILL under %d paced streams: %d answers had ended, %d had not, started again"
                        .formatted(STREAMS, ended, heard.size() - ended),
                recordAudit,
                recovery);
    }
}
