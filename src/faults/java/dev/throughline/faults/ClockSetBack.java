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
import java.util.stream.Stream;

/// The service's clock is set back by an hour in the middle of streams, and by days while the database is
/// unavailable: nothing waits for the lost time to pass, nothing gets a negative duration, and no token
/// lacks a position.
record ClockSetBack() implements Fault {
    private static final int STREAMS = 50;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAYS = Duration.ofDays(3);
    private static final Duration RETRY_FOR = Duration.ofSeconds(4);
    // The library looks at its file once a second.
    private static final Duration CLOCK_MOVED = Duration.ofMillis(1_100);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Map<String, String> SETTINGS = Map.of(
            "throughline.journal.retry-for", RETRY_FOR.toSeconds() + "s",
            "throughline.journal.write-timeout", "1s",
            "throughline.runs.sweep-interval", "200ms");

    @Override
    public String name() {
        return "clock-set-back";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        FakeClock clock = FakeClock.in(faultEnvironment.folder());
        ServiceProcess serviceProcess =
                faultEnvironment.start(SETTINGS, clock.environment()).await();
        List<String> ids = new ArrayList<>(opened(serviceProcess));
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 200, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(500);
        clock.setBack(HOUR);
        StreamLoad.pause(1_000);
        long set = System.nanoTime();
        ids.addAll(opened(serviceProcess));
        boolean isSealed = isSealedTooEarly(faultEnvironment, serviceProcess);
        List<StreamedAnswer> heard = streamLoad.await(20);
        Duration recovery = FaultEnvironment.recovery(serviceProcess, set);
        Duration given = timeToError(faultEnvironment, serviceProcess, clock);
        ids.addAll(opened(serviceProcess));
        List<StreamedAnswer> days =
                StreamLoad.once(serviceProcess.url(), run, STREAMS).await(20);
        long negative = faultEnvironment
                .faultDatabase()
                .number("SELECT count(*) FROM exchange WHERE total_micros < first_event_micros OR total_micros < 0"
                        + " OR first_event_micros < 0 OR total_micros > 60000000");
        long apart = faultEnvironment.faultDatabase().number("SELECT count(*) FROM token_slice_default");
        List<StreamedAnswer> all = Stream.concat(heard.stream(), days.stream()).toList();
        return RecordAudit.of(all, faultEnvironment.faultDatabase().settled(run, 10), Set.of())
                .expect(all.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive")
                .expect(negative == 0, negative + " exchanges with a negative or endless time")
                .expect(apart > 0, "expected the tokens of a day without a partition to be kept")
                .expect(ids.stream().distinct().sorted().toList().equals(ids), "run ids are out of order: " + ids)
                .expect(!isSealed, "a run was sealed as idle right after its answer")
                .expect(
                        given.compareTo(PATIENCE) < 0,
                        "streams waited " + given + " for the database, allowed are " + RETRY_FOR)
                .expect(
                        given.compareTo(CLOCK_MOVED) > 0,
                        "streams were over after " + given + ", before the clock moved")
                .damage(
                        ("an hour back under %d streams, three days with the database away: %d of %d survived, error"
                                        + " after %.1f s")
                                .formatted(
                                        STREAMS,
                                        all.stream()
                                                .filter(StreamedAnswer::isDone)
                                                .count(),
                                        all.size(),
                                        given.toMillis() / 1e3),
                        recovery);
    }

    private static List<String> opened(ServiceProcess serviceProcess) throws Exception {
        return List.of(
                serviceProcess.open(Map.of("scenario", "chat")), serviceProcess.open(Map.of("scenario", "chat")));
    }

    /// An answer that takes longer than the idle time of its run, and the state of the run half of that time later.
    private static boolean isSealedTooEarly(FaultEnvironment faultEnvironment, ServiceProcess serviceProcess)
            throws Exception {
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 120, "pace", 20, "idleTimeout", 2_000));
        SseListener.listen(serviceProcess.url(), run);
        StreamLoad.pause(1_000);
        return faultEnvironment
                        .faultDatabase()
                        .number("SELECT count(*) FROM run WHERE state = 'SEALED' AND run_id = '" + run + "'")
                > 0;
    }

    /// Takes the database away, and then the clock back by days; gives the time to the error of the last stream.
    private static Duration timeToError(
            FaultEnvironment faultEnvironment, ServiceProcess serviceProcess, FakeClock clock) throws Exception {
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 20));
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
        faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
        faultEnvironment.server().stop();
        long away = System.nanoTime();
        clock.setBack(DAYS);
        try {
            streamLoad.await((int) PATIENCE.toSeconds() + 2);
        } catch (IllegalStateException _) {
            // they wait for a time that has been
        }
        Duration given = Duration.ofNanos(System.nanoTime() - away);
        faultEnvironment.server().start();
        FaultEnvironment.recovery(serviceProcess, away);
        return given;
    }
}
