package dev.throughline.faults;

import dev.throughline.faults.CommitRelay.Commit;
import dev.throughline.load.FaultDatabase.Stored;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The service is killed after PostgreSQL has committed and before the response has arrived: no client
/// received an end, and what is recorded is complete or INTERRUPTED.
record KilledUnanswered() implements Fault {
    private static final int SHORT = 10;
    /// The first end goes by itself, the others together once its response is late.
    private static final int COMMITS_OF_ENDS = 2;
    private static final int LONG = 20;
    private static final int TOKENS = 100;

    @Override
    public String name() {
        return "killed-unanswered";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var relay = new CommitRelay(faultEnvironment.server().port())) {
            ServiceProcess first =
                    faultEnvironment.behind(relay.port(), Map.of()).await();
            String brief = first.open(Map.of("scenario", "long", "tokens", TOKENS, "pace", 20));
            String lasting = first.open(Map.of("scenario", "long", "tokens", 5_000, "pace", 20));
            StreamLoad ending = StreamLoad.once(first.url(), brief, SHORT);
            StreamLoad staying = StreamLoad.once(first.url(), lasting, LONG);
            faultEnvironment.faultDatabase().awaitExchanges(brief, SHORT);
            faultEnvironment.faultDatabase().awaitExchanges(lasting, LONG);
            relay.hold(Commit.END);
            await(() -> relay.held(Commit.END) >= COMMITS_OF_ENDS);
            relay.hold(Commit.END, Commit.SLICES);
            await(() -> relay.held(Commit.SLICES) > 0);
            int ends = relay.held(Commit.END);
            int slices = relay.held(Commit.SLICES);
            first.kill();
            long killed = System.nanoTime();
            List<StreamedAnswer> untold = ending.await(10);
            List<StreamedAnswer> cut = staying.await(10);
            ServiceProcess second = faultEnvironment.serve();
            Duration recovery = FaultEnvironment.recovery(second, killed);
            return judge(faultEnvironment, brief, untold, lasting, cut)
                    .expect(ends >= COMMITS_OF_ENDS, "expected two commits with all ends, found " + ends)
                    .expect(slices > 0, "expected a batch to be committed without its answer")
                    .damage(
                            "SIGKILL before %d end and %d batch commits were acknowledged: %d clients saw an end"
                                    .formatted(
                                            ends,
                                            slices,
                                            untold.stream()
                                                    .filter(StreamedAnswer::isDone)
                                                    .count()),
                            recovery);
        }
    }

    private static RecordAudit judge(
            FaultEnvironment faultEnvironment,
            String brief,
            List<StreamedAnswer> untold,
            String lasting,
            List<StreamedAnswer> cut)
            throws Exception {
        RecordAudit others =
                RecordAudit.of(cut, faultEnvironment.faultDatabase().settled(lasting, 10), Set.of("INTERRUPTED"));
        Collection<Stored> ended =
                faultEnvironment.faultDatabase().settled(brief, 10).values();
        return RecordAudit.of(untold, faultEnvironment.faultDatabase().settled(brief, 10), Set.of("INTERRUPTED"))
                .expect(others.broken().isEmpty(), others.broken().toString())
                .expect(
                        untold.stream().noneMatch(StreamedAnswer::isDone),
                        "a client was told of an end without its answer")
                .expect(cut.stream().noneMatch(StreamedAnswer::isDone), "a client was told of an end that never was")
                .expect(
                        ended.stream().allMatch(one -> one.outcome().equals("COMPLETED") && one.tokens() > TOKENS),
                        "expected what was committed to be there whole, found "
                                + ended.stream().map(Stored::outcome).toList());
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            StreamLoad.pause(10);
        }
    }
}
