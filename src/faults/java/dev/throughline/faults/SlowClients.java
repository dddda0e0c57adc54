package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Clients read 1 KB a second of answers that their backend gives as fast as it can: the backend is made to wait for
/// longer than it may be silent, memory stays as it is, and when the clients hurry at last their answers are complete.
///
/// What an answer said is kept until its end, up to a limit, as its fingerprint needs it: memory may grow by what
/// passed, and is compared while the backend stands still.
record SlowClients() implements Fault {
    private static final int CLIENTS = 50;
    private static final int FRAMES = 100;
    private static final int STREAMS = 20;
    private static final int BYTES_PER_SECOND = 1_000;
    private static final int HEAP_MEBIBYTES = 512;
    private static final int STANDSTILL_SECONDS = 3;
    // What goes on is read in pieces: a second may see more frames than the clients took bytes in it.
    private static final int STEP_BYTES = CLIENTS * FakeBackend.FLOOD_CHARACTERS / 4;
    private static final double MEBIBYTE = 1024 * 1024;
    private static final double NOISE = 4;
    // Text that grows has room for as much again.
    private static final double MOST_KEPT = 2;

    @Override
    public String name() {
        return "slow-clients";
    }

    /// @param sent bytes that the backends could write
    /// @param read bytes that the clients took
    /// @param live memory in use. Unit: mebibytes
    private record Reading(long sent, long read, double live, long resident, long nanos) {
        static Reading of(ServiceProcess serviceProcess, FakeBackend backend, long read) throws Exception {
            return new Reading(
                    backend.sent(),
                    read,
                    serviceProcess.liveBytes() / MEBIBYTE,
                    serviceProcess.residentMebibytes(),
                    System.nanoTime());
        }

        Duration since(Reading earlier) {
            return Duration.ofNanos(nanos - earlier.nanos);
        }

        @Override
        public String toString() {
            return "%.0f MiB live (RSS %d) at %.1f MB".formatted(live, resident, sent / 1e6);
        }
    }

    /// What was measured.
    /// @param early when the backends stood still
    /// @param late some seconds later
    /// @param after when all was over
    /// @param givenUp answers that were over before their clients hurried
    private record Course(
            Reading before, Reading early, Reading late, Reading after, boolean isStill, long givenUp, Duration took) {}

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var backend = new FakeBackend()) {
            ServiceProcess serviceProcess = faultEnvironment.serve(HEAP_MEBIBYTES, settings(backend));
            String slow = FakeBackend.open(serviceProcess);
            String steady = serviceProcess.open(Map.of("scenario", "long", "tokens", 50, "pace", 20));
            StreamLoad.once(serviceProcess.url(), steady, STREAMS).await(30);
            serviceProcess.get("/api/v1/matrix?limit=1"); // it is in memory from here on
            Reading before = Reading.of(serviceProcess, backend, 0);
            String question = FakeBackend.question(backend.floods(FRAMES));
            try (var clients = SlowReaders.ask(serviceProcess.url(), slow, question, CLIENTS, BYTES_PER_SECOND)) {
                boolean isStill = awaitStandstill(backend);
                Reading early = Reading.of(serviceProcess, backend, clients.bytes());
                List<StreamedAnswer> others =
                        StreamLoad.once(serviceProcess.url(), steady, STREAMS).await(30);
                StreamLoad.pause(2_000);
                Reading late = Reading.of(serviceProcess, backend, clients.bytes());
                long givenUp = faultEnvironment
                        .faultDatabase()
                        .number("SELECT count(*) FROM exchange WHERE run_id = '" + slow + "' AND outcome <> 'OPEN'");
                long hurried = System.nanoTime();
                List<StreamedAnswer> heard = clients.hurry(40);
                Duration took = Duration.ofNanos(System.nanoTime() - hurried);
                RecordAudit other =
                        RecordAudit.of(others, faultEnvironment.faultDatabase().settled(steady, 5), Set.of());
                RecordAudit recordAudit = RecordAudit.of(
                                heard, faultEnvironment.faultDatabase().settled(slow, 5), Set.of())
                        .expect(other.broken().isEmpty(), "the other streams: " + other.broken())
                        .expect(
                                others.stream().allMatch(StreamedAnswer::isDone),
                                "expected the other streams to end well")
                        .expect(
                                heard.size() == CLIENTS && heard.stream().allMatch(SlowClients::isWhole),
                                "expected all answers to be whole");
                Reading after = Reading.of(serviceProcess, backend, clients.bytes());
                return damage(recordAudit, new Course(before, early, late, after, isStill, givenUp, took));
            }
        }
    }

    private static FaultOutcome damage(RecordAudit recordAudit, Course course) {
        Reading early = course.early();
        Reading late = course.late();
        long passed = late.sent() - early.sent();
        return recordAudit
                .expect(course.isStill(), "the backends were never made to wait: " + early)
                .expect(
                        passed
                                <= STEP_BYTES
                                        + CLIENTS
                                                * BYTES_PER_SECOND
                                                * (late.since(early).toSeconds() + 1),
                        "the backends went on: " + early + ", " + late)
                .expect(late.read() > early.read(), "the clients did not read")
                .expect(
                        late.live() - early.live() < passed / MEBIBYTE + NOISE,
                        "memory grew by more than what passed: " + early + ", " + late)
                .expect(
                        early.live() - course.before().live() < MOST_KEPT * early.sent() / MEBIBYTE + NOISE,
                        "more memory is in use than twice what passed: " + course.before() + ", " + early)
                .expect(
                        course.after().live() - course.before().live() < 2 * NOISE,
                        "memory did not come back: " + course.before() + ", " + course.after())
                .expect(course.givenUp() == 0, course.givenUp() + " answers were given up")
                .damage(
                        ("%d clients at 1 KB/s of %.1f MB each: %s, waiting %s, %.0f s later %s, after all %s;"
                                        + " complete %.1f s after they hurried")
                                .formatted(
                                        CLIENTS,
                                        FRAMES * FakeBackend.FLOOD_CHARACTERS / 1e6,
                                        course.before(),
                                        early,
                                        late.since(early).toMillis() / 1e3,
                                        late,
                                        course.after(),
                                        course.took().toMillis() / 1e3),
                        Duration.ZERO);
    }

    private static boolean isWhole(StreamedAnswer streamedAnswer) {
        return streamedAnswer.isDone() && streamedAnswer.text().length() == FRAMES * FakeBackend.FLOOD_CHARACTERS;
    }

    /// A backend may be silent for less long than it will be made to wait; what was committed in the last minute is
    /// not remembered, as it would pass for memory that did not come back.
    private static Map<String, String> settings(FakeBackend backend) {
        Map<String, String> settings = new HashMap<>(backend.settings());
        settings.put("throughline.backends.fake.idle-timeout", "3s");
        settings.put("throughline.journal.remembered-bytes", "1M");
        return settings;
    }

    /// The buffers on the way are full: for some seconds the backends could write no more than the clients read, and
    /// hardly any of them is at its end.
    private static boolean awaitStandstill(FakeBackend backend) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int quiet = 0;
        while (quiet < STANDSTILL_SECONDS && System.nanoTime() < deadline) {
            long sent = backend.sent();
            StreamLoad.pause(1_000);
            boolean isMoving = sent == 0 || backend.sent() - sent > STEP_BYTES + CLIENTS * BYTES_PER_SECOND;
            quiet = isMoving ? 0 : quiet + 1;
        }
        return quiet == STANDSTILL_SECONDS && backend.stopped().size() <= CLIENTS / 10;
    }
}
