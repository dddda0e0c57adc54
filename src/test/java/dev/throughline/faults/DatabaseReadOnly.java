package dev.throughline.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The database takes no writes for a while, as after a failover or when its disk is full: streams wait and survive,
/// new requests are refused in their dialect.
record DatabaseReadOnly() implements Fault {
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "database-read-only";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        Service service = ground.serve();
        String run = service.open(Map.of("scenario", "long", "tokens", 150, "pace", 20));
        Load load = Load.once(service.url(), run, STREAMS);
        ground.database().awaitExchanges(run, STREAMS);
        Load.pause(1_500);
        readOnly(ground, true);
        long since = System.nanoTime();
        Heard refused = Ear.listen(service.url(), run);
        Load.pause(3_000);
        long early = load.soFar().stream()
                .filter(one -> one.isDone() && one.endNanos() > since)
                .count();
        long returned = System.nanoTime();
        readOnly(ground, false);
        Duration recovery = Ground.recovery(service, returned);
        List<Heard> heard = load.await(40);
        Judgement judgement = Judgement.of(heard, ground.database().settled(run, 10), Set.of("FAILED"))
                .expect(early == 0, early + " answers ended while nothing could be written")
                .expect(heard.stream().allMatch(Heard::isDone), "expected all streams to survive")
                .expect(refused.status() == 503, "expected 503 for a new request, found " + refused.status());
        return Damage.of(
                "read-only for 3 s under %d streams: %d survived, new requests got %d"
                        .formatted(STREAMS, heard.stream().filter(Heard::isDone).count(), refused.status()),
                judgement,
                recovery);
    }

    /// Sessions that are open have begun without the setting: they are ended.
    private static void readOnly(Ground ground, boolean isOn) throws Exception {
        try (var connection = ground.server().connect("postgres");
                var statement = connection.createStatement()) {
            String name = ground.database().name();
            statement.execute(
                    "ALTER DATABASE " + name + " SET default_transaction_read_only = " + (isOn ? "on" : "off"));
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");
        }
    }
}
