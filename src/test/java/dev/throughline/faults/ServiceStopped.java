package dev.throughline.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The service is told to stop under load: short streams finish, long ones end with an error, nothing is left open.
record ServiceStopped() implements Fault {
    private static final int SHORT = 40;
    private static final int LONG = 10;
    private static final int SIGTERM = 143;

    @Override
    public String name() {
        return "service-stopped";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve();
        String brief = service.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
        String lasting = service.open(Map.of("scenario", "long", "tokens", 6_000, "pace", 20));
        Load ending = Load.once(service.url(), brief, SHORT);
        Load staying = Load.once(service.url(), lasting, LONG);
        Load.pause(2_000);
        long told = System.nanoTime();
        String refused = whileStopping(service, brief);
        int code = service.terminate(30);
        Duration gone = Duration.ofNanos(System.nanoTime() - told);
        List<Heard> ended = ending.await(5);
        List<Heard> cut = staying.await(5);
        Judgement judgement = judge(ground, brief, ended)
                .expect(ended.stream().allMatch(Heard::isDone), "expected the short streams to finish");
        Judgement left = judge(ground, lasting, cut)
                .expect(
                        cut.stream().allMatch(one -> one.hasError() && !one.isDone()),
                        "expected the long streams to end with an error frame, %d of %d did"
                                .formatted(cut.stream().filter(Heard::hasError).count(), cut.size()))
                .expect(
                        refused.equals("503 close"),
                        "expected a new request to get 503 and close its connection, found " + refused)
                .expect(code == 0 || code == SIGTERM, "expected exit code 0 or 143, found " + code);
        List<String> broken = new ArrayList<>(judgement.broken());
        broken.addAll(left.broken());
        return new Damage(
                "SIGTERM under %d streams: %d finished, %d ended with an error, exit code %d after %.1f s"
                        .formatted(
                                SHORT + LONG,
                                ended.stream().filter(Heard::isDone).count(),
                                cut.stream().filter(Heard::hasError).count(),
                                code,
                                gone.toMillis() / 1e3),
                judgement.lostTokens() + left.lostTokens(),
                judgement.falseEnds() + left.falseEnds(),
                Duration.ZERO,
                broken);
    }

    /// What a new request gets once the service says that it is not ready.
    private static String whileStopping(Service service, String run) throws Exception {
        service.tell();
        for (int look = 0; look < 100 && service.isReady(); look++) {
            Load.pause(20);
        }
        return service.refusal(
                "/r/" + run + "/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    private static Judgement judge(Ground ground, String run, List<Heard> heard) throws Exception {
        return Judgement.of(heard, ground.database().exchanges(run), Set.of("FAILED", "INTERRUPTED"));
    }
}
