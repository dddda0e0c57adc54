package dev.throughline.faults;

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
    public Damage inflict(Ground ground) throws Exception {
        try (var relay = new CommitRelay(ground.server().port())) {
            Service service = ground.behind(relay.port(), Map.of()).await();
            String run = service.open(Map.of("scenario", "long", "tokens", 300, "pace", 20));
            Load load = Load.once(service.url(), run, STREAMS);
            ground.database().awaitExchanges(run, STREAMS);
            relay.cutEvery(EVERY);
            List<Heard> heard = load.await(60);
            int cuts = relay.cuts();
            relay.cutEvery(0);
            Duration recovery = Ground.recovery(service, System.nanoTime());
            long twice = ground.database()
                    .number("SELECT count(*) - count(DISTINCT (exchange, seq)) FROM stream_token WHERE run_id = '" + run
                            + "'");
            Judgement judgement = Judgement.of(heard, ground.database().settled(run, 10), Set.of())
                    .expect(cuts >= 20, "expected at least 20 cuts, there were " + cuts)
                    .expect(twice == 0, twice + " tokens are there twice")
                    .expect(heard.stream().allMatch(Heard::isDone), "expected all streams to survive");
            return Damage.of(
                    "%d connections cut between commit and answer under %d streams: %d survived, %d tokens twice"
                            .formatted(
                                    cuts,
                                    STREAMS,
                                    heard.stream().filter(Heard::isDone).count(),
                                    twice),
                    judgement,
                    recovery);
        }
    }
}
