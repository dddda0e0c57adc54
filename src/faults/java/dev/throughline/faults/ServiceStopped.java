package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The service is stopped under load: short streams finish, long ones end with an error, nothing is left
/// open.
record ServiceStopped() implements Fault {
    private static final int SHORT = 40;
    private static final int LONG = 10;
    private static final int SIGTERM = 143;

    @Override
    public String name() {
        return "service-stopped";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String brief = serviceProcess.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
        String lasting = serviceProcess.open(Map.of("scenario", "long", "tokens", 6_000, "pace", 20));
        StreamLoad ending = StreamLoad.once(serviceProcess.url(), brief, SHORT);
        StreamLoad staying = StreamLoad.once(serviceProcess.url(), lasting, LONG);
        StreamLoad.pause(2_000);
        for (int look = 0; look < 100 && ending.frames() + staying.frames() < 20 * (SHORT + LONG); look++) {
            StreamLoad.pause(100);
        }
        long told = System.nanoTime();
        String refused = whileStopping(serviceProcess, brief);
        int code = serviceProcess.terminate(30);
        Duration gone = Duration.ofNanos(System.nanoTime() - told);
        List<StreamedAnswer> ended = ending.await(5);
        List<StreamedAnswer> cut = staying.await(5);
        RecordAudit recordAudit = judge(faultEnvironment, brief, ended)
                .expect(ended.stream().allMatch(StreamedAnswer::isDone), "expected the short streams to finish");
        RecordAudit left = judge(faultEnvironment, lasting, cut)
                .expect(
                        cut.stream().allMatch(one -> one.hasError() && !one.isDone()),
                        "expected the long streams to end with an error frame, %d of %d did"
                                .formatted(
                                        cut.stream()
                                                .filter(StreamedAnswer::hasError)
                                                .count(),
                                        cut.size()))
                .expect(
                        refused.equals("503 close"),
                        "expected a new request to get 503 and close its connection, found " + refused)
                .expect(code == 0 || code == SIGTERM, "expected exit code 0 or 143, found " + code);
        List<String> broken = new ArrayList<>(recordAudit.broken());
        broken.addAll(left.broken());
        return new FaultOutcome(
                "SIGTERM under %d streams: %d finished, %d ended with an error, exit code %d after %.1f s"
                        .formatted(
                                SHORT + LONG,
                                ended.stream().filter(StreamedAnswer::isDone).count(),
                                cut.stream().filter(StreamedAnswer::hasError).count(),
                                code,
                                gone.toMillis() / 1e3),
                recordAudit.lostTokens() + left.lostTokens(),
                recordAudit.falseEnds() + left.falseEnds(),
                Duration.ZERO,
                broken);
    }

    /// The response to a new request once the service is no longer ready.
    private static String whileStopping(ServiceProcess serviceProcess, String run) throws Exception {
        serviceProcess.terminate();
        for (int look = 0; look < 100 && serviceProcess.isReady(); look++) {
            StreamLoad.pause(20);
        }
        return serviceProcess.refusal(
                "/r/" + run + "/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    private static RecordAudit judge(FaultEnvironment faultEnvironment, String run, List<StreamedAnswer> heard)
            throws Exception {
        return RecordAudit.of(heard, faultEnvironment.faultDatabase().exchanges(run), Set.of("FAILED", "INTERRUPTED"));
    }
}
