package dev.throughline.faults;

import dev.throughline.faults.CommitRelay.Commit;
import dev.throughline.load.FaultDatabase.Stored;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The service is killed after PostgreSQL has committed and before the response has arrived: no client
/// received an end, and what is recorded is complete or INTERRUPTED.
record KilledUnanswered() implements Fault {
    private static final int SHORT = 10;
    /// The first goes by itself, the others together once its response is late.
    private static final int COMMITS = 2;
    private static final int LONG = 20;
    private static final int TOKENS = 100;
    /// Of an answer that ends before its request is sent to the record.
    private static final int FEW_TOKENS = 20;

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
            await(() -> relay.held(Commit.END) >= COMMITS);
            relay.hold(Commit.END, Commit.SLICES, Commit.WHOLE);
            await(() -> relay.held(Commit.SLICES) > 0);
            String instant = first.open(Map.of("scenario", "long", "tokens", FEW_TOKENS));
            StreamLoad whole = StreamLoad.once(first.url(), instant, SHORT);
            await(() -> relay.held(Commit.WHOLE) >= COMMITS);
            faultEnvironment.faultDatabase().awaitExchanges(instant, SHORT);
            int wholes = relay.held(Commit.WHOLE);
            int ends = relay.held(Commit.END);
            int slices = relay.held(Commit.SLICES);
            first.kill();
            long killed = System.nanoTime();
            List<StreamedAnswer> untold = ending.await(10);
            List<StreamedAnswer> cut = staying.await(10);
            List<StreamedAnswer> silent = whole.await(10);
            ServiceProcess second = faultEnvironment.serve();
            Duration recovery = FaultEnvironment.recovery(second, killed);
            return judge(
                            faultEnvironment,
                            Map.of(brief, untold, instant, silent, lasting, cut),
                            Map.of(brief, TOKENS, instant, FEW_TOKENS))
                    .expect(ends >= COMMITS, "expected two commits with all ends, found " + ends)
                    .expect(slices > 0, "expected a batch to be committed without its answer")
                    .expect(wholes >= COMMITS, "expected two commits with all whole exchanges, found " + wholes)
                    .expect(
                            silent.stream().allMatch(heard -> heard.frames() == 0),
                            "a client received something of an exchange that was not known to be recorded")
                    .damage(
                            "SIGKILL before %d end, %d batch, %d whole commits were acknowledged: %d clients saw an end"
                                    .formatted(
                                            ends,
                                            slices,
                                            wholes,
                                            Stream.concat(untold.stream(), silent.stream())
                                                    .filter(StreamedAnswer::isDone)
                                                    .count()),
                            recovery);
        }
    }

    /// @param heard by run
    /// @param ended the runs whose answers had ended, with the tokens of each
    private static RecordAudit judge(
            FaultEnvironment faultEnvironment, Map<String, List<StreamedAnswer>> heard, Map<String, Integer> ended)
            throws Exception {
        RecordAudit all = RecordAudit.of(List.of(), Map.of(), Set.of());
        for (Map.Entry<String, List<StreamedAnswer>> ofRun : heard.entrySet()) {
            Map<Integer, Stored> stored = faultEnvironment.faultDatabase().settled(ofRun.getKey(), 10);
            @Nullable Integer tokens = ended.get(ofRun.getKey());
            RecordAudit audit = RecordAudit.of(ofRun.getValue(), stored, Set.of("INTERRUPTED"));
            all.expect(audit.broken().isEmpty(), audit.broken().toString())
                    .expect(
                            ofRun.getValue().stream().noneMatch(StreamedAnswer::isDone),
                            "a client received an end whose commit was not acknowledged")
                    .expect(
                            tokens == null || stored.values().stream().allMatch(one -> isWhole(one, tokens)),
                            "expected what was committed to be there whole, found "
                                    + stored.values().stream()
                                            .map(Stored::outcome)
                                            .toList());
        }
        return all;
    }

    private static boolean isWhole(Stored stored, int tokens) {
        return stored.outcome().equals("COMPLETED") && stored.tokens() > tokens;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            StreamLoad.pause(10);
        }
    }
}
