package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One stream of a million tokens: complete, with as much memory in use near its end as near its beginning.
record MillionTokens() implements Fault {
    private static final int TOKENS = 1_000_000;
    private static final int EARLY = TOKENS / 10;
    private static final int LATE = TOKENS / 20 * 19;
    private static final int HEAP_MEBIBYTES = 512;
    // What waits for its commit, and what is remembered of the last minute, is part of what is measured: with little of
    // both the rest shows.
    private static final Map<String, String> SMALL_JOURNAL = Map.of(
            "throughline.journal.max-buffered-bytes", "8M",
            "throughline.journal.remembered-bytes", "1M");
    private static final double MOST_GROWTH = 1.25;
    // The stub plans the whole answer before it begins, which takes about 60; the program with the matrix takes 36.
    private static final int MOST_MEBIBYTES = 112;
    private static final double MEBIBYTE = 1024 * 1024;

    @Override
    public String name() {
        return "million-tokens";
    }

    /// Memory while the stream is on its way.
    /// @param live objects in use. Unit: bytes
    /// @param resident memory of the process. Unit: mebibytes
    private record Memory(long frames, long live, long resident) {
        static Memory of(ServiceProcess serviceProcess, StreamLoad streamLoad) throws Exception {
            return new Memory(streamLoad.frames(), serviceProcess.liveBytes(), serviceProcess.residentMebibytes());
        }

        @Override
        public String toString() {
            return "%.1f MiB live (RSS %d) after %,d".formatted(live / MEBIBYTE, resident, frames);
        }
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve(HEAP_MEBIBYTES, SMALL_JOURNAL);
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", TOKENS));
        long began = System.nanoTime();
        StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, 1);
        Memory early = at(EARLY, streamLoad, serviceProcess);
        Memory late = at(LATE, streamLoad, serviceProcess);
        List<StreamedAnswer> heard = streamLoad.await(30);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return RecordAudit.of(heard, faultEnvironment.faultDatabase().settled(run, 5), Set.of())
                .expect(heard.getFirst().isDone(), "expected the stream to end well")
                .expect(heard.getFirst().frames() > TOKENS, "expected more than " + TOKENS + " frames")
                .expect(
                        early.frames() < TOKENS / 2 && late.frames() < TOKENS,
                        "memory was read too late: " + early + ", " + late)
                .expect(late.live() < early.live() * MOST_GROWTH, "memory grew: " + early + ", " + late)
                .expect(late.live() < MOST_MEBIBYTES * MEBIBYTE, "expected less memory to be in use, found " + late)
                .damage(
                        "one stream of %,d frames in %.1f s: %s, %s"
                                .formatted(heard.getFirst().frames(), took.toMillis() / 1e3, early, late),
                        Duration.ZERO);
    }

    private static Memory at(int frames, StreamLoad streamLoad, ServiceProcess serviceProcess) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (streamLoad.frames() < frames && streamLoad.soFar().isEmpty() && System.nanoTime() < deadline) {
            StreamLoad.pause(5);
        }
        return Memory.of(serviceProcess, streamLoad);
    }
}
