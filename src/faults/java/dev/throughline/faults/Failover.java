package dev.throughline.faults;

import dev.throughline.load.FaultDatabase;
import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// PostgreSQL is killed and its replica promoted. An asynchronous replica is 3 s behind: what was committed last is
/// lost, and what the database says then must still be true. A synchronous one loses nothing.
record Failover(Kind kind) implements Fault {
    enum Kind {
        ASYNCHRONOUS("failover", "3 s behind"),
        SYNCHRONOUS("failover-synchronous", "in step"),
        /// Both are named to the service, the replica first; the others have one address for the two.
        TWO_SERVERS("failover-two-servers", "in step and named beside it");

        private final String fault;
        private final String replica;

        Kind(String fault, String replica) {
            this.fault = fault;
            this.replica = replica;
        }
    }

    private static final int LONG = 10;
    private static final int SHORT = 8;
    private static final int NOWHERE = 0;
    private static final Duration BEHIND = Duration.ofSeconds(3);
    private static final String HOLES = """
            SELECT count(*) FROM exchange e WHERE outcome = 'COMPLETED' AND tokens <>
                (SELECT count(*) FROM stream_token t WHERE t.run_id = e.run_id AND t.exchange = e.number)""";

    @Override
    public String name() {
        return kind.fault;
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        String name = faultEnvironment.faultDatabase().name();
        boolean isSynchronous = kind != Kind.ASYNCHRONOUS;
        try (var primary = new DatabaseServer(faultEnvironment.folder().resolve("primary"));
                var log = new DatabaseRelay(primary.port(), isSynchronous ? Duration.ZERO : BEHIND);
                var front = new DatabaseRelay(primary.port(), Duration.ZERO)) {
            primary.create(name);
            try (DatabaseServer replica =
                    primary.replica(faultEnvironment.folder().resolve("replica"), log.port())) {
                if (isSynchronous) {
                    awaitReplicas(primary);
                }
                String servers = kind == Kind.TWO_SERVERS
                        ? replica.address() + "," + primary.address()
                        : "127.0.0.1:" + front.port();
                ServiceProcess serviceProcess =
                        faultEnvironment.behind(servers, Map.of(), Map.of()).await();
                String brief = serviceProcess.open(Map.of("scenario", "long", "tokens", 50, "pace", 10));
                String lasting = serviceProcess.open(Map.of("scenario", "long", "tokens", 400, "pace", 20));
                StreamLoad.pause((int) BEHIND.toMillis() + 1_000);
                StreamLoad shorts = StreamLoad.endless(serviceProcess.url(), brief, SHORT);
                StreamLoad longs = StreamLoad.once(serviceProcess.url(), lasting, LONG);
                StreamLoad.pause(5_000);
                log.switchTo(NOWHERE);
                primary.kill();
                replica.execute("SELECT pg_promote(true, 60)");
                front.switchTo(replica.port());
                long promoted = System.nanoTime();
                StreamLoad.pause(3_000);
                List<StreamedAnswer> heardShort = shorts.await(60);
                List<StreamedAnswer> heardLong = longs.await(60);
                Duration recovery = FaultEnvironment.recovery(serviceProcess, promoted);
                FaultDatabase stored = replica.database(name);
                List<String> longBroken = judge(heardLong, stored, lasting).broken();
                return judge(heardShort, stored, brief)
                        .expect(longBroken.isEmpty(), longBroken.toString())
                        .expect(stored.number(HOLES) == 0, stored.number(HOLES) + " answers COMPLETED with holes")
                        .expect(areDeleted(serviceProcess, brief, lasting), "expected both runs to be deleted")
                        .expect(serviceProcess.stackTraces() == 0, "expected no stack trace")
                        .damage(
                                "PostgreSQL killed under %d streams, replica %s promoted: %d of %d answers done"
                                        .formatted(
                                                SHORT + LONG,
                                                kind.replica,
                                                done(heardShort) + done(heardLong),
                                                heardShort.size() + heardLong.size()),
                                recovery);
            }
        }
    }

    private static boolean areDeleted(ServiceProcess serviceProcess, String... runs) throws Exception {
        for (String run : runs) {
            if (serviceProcess.delete("/api/v1/runs/" + run) != 204) {
                return false;
            }
        }
        return true;
    }

    private static void awaitReplicas(DatabaseServer primary) throws Exception {
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
        primary.execute("SELECT pg_reload_conf()");
    }

    private static long done(List<StreamedAnswer> heard) {
        return heard.stream().filter(StreamedAnswer::isDone).count();
    }

    private static RecordAudit judge(List<StreamedAnswer> heard, FaultDatabase stored, String run) throws Exception {
        Set<Integer> numbers = new HashSet<>();
        List<Integer> twice = heard.stream()
                .map(StreamedAnswer::exchange)
                .filter(number -> number > 0 && !numbers.add(number))
                .toList();
        return RecordAudit.of(heard, stored.settled(run, 10), Set.of("FAILED"))
                .expect(twice.isEmpty(), "numbers given twice: " + twice);
    }
}
