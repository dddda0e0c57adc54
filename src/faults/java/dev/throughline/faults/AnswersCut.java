package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Connections break again and again when a batch is committed and its answer is on the way: nothing is lost, nothing
/// is written twice, and no stream breaks.
record AnswersCut() implements Fault {
    private static final int STREAMS = 50;
    private static final int EVERY = 3;

    @Override
    public String name() {
        return "answers-cut";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        try (var relay = new CommitRelay(faultEnvironment.server().port())) {
            ServiceProcess serviceProcess =
                    faultEnvironment.behind(relay.port(), Map.of()).await();
            String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 300, "pace", 20));
            StreamLoad streamLoad = StreamLoad.once(serviceProcess.url(), run, STREAMS);
            faultEnvironment.faultDatabase().awaitExchanges(run, STREAMS);
            relay.cutEvery(EVERY);
            List<StreamedAnswer> heard = streamLoad.await(60);
            int cuts = relay.cuts();
            relay.cutEvery(0);
            Duration recovery = FaultEnvironment.recovery(serviceProcess, System.nanoTime());
            long twice = faultEnvironment
                    .faultDatabase()
                    .number("SELECT count(*) - count(DISTINCT (exchange, seq)) FROM stream_token WHERE run_id = '" + run
                            + "'");
            RecordAudit recordAudit = RecordAudit.of(
                            heard, faultEnvironment.faultDatabase().settled(run, 10), Set.of())
                    .expect(cuts >= 20, "expected at least 20 cuts, there were " + cuts)
                    .expect(twice == 0, twice + " tokens are there twice")
                    .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to survive");
            return FaultOutcome.of(
                    "%d connections cut between commit and answer under %d streams: %d survived, %d tokens twice"
                            .formatted(
                                    cuts,
                                    STREAMS,
                                    heard.stream()
                                            .filter(StreamedAnswer::isDone)
                                            .count(),
                                    twice),
                    recordAudit,
                    recovery);
        }
    }
}
