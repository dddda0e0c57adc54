package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Ten thousand clients connect and say nothing: others are served as before.
record IdleConnections() implements Fault {
    private static final int WANTED = 10_000;
    private static final int STREAMS = 50;

    @Override
    public String name() {
        return "idle-connections";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        ServiceProcess serviceProcess = faultEnvironment.serve();
        String run = serviceProcess.open(Map.of("scenario", "long", "tokens", 100, "pace", 20));
        long before = serviceProcess.residentMebibytes();
        List<SocketChannel> idle = new ArrayList<>();
        try {
            connect(serviceProcess, idle);
            long began = System.nanoTime();
            List<StreamedAnswer> heard =
                    StreamLoad.once(serviceProcess.url(), run, STREAMS).await(30);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            long after = serviceProcess.residentMebibytes();
            RecordAudit recordAudit = RecordAudit.of(
                            heard, faultEnvironment.faultDatabase().settled(run, 5), Set.of())
                    .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected all streams to end well")
                    .expect(idle.size() == WANTED, "only " + idle.size() + " connections could be made (ulimit -n)")
                    .expect(took.toSeconds() < 6, "expected the streams to keep their pace (2 s), they took " + took);
            return FaultOutcome.of(
                    "%,d idle connections beside %d streams: %.1f s for 2 s of tokens, %d to %d MiB"
                            .formatted(idle.size(), STREAMS, took.toMillis() / 1e3, before, after),
                    recordAudit,
                    Duration.ZERO);
        } finally {
            for (SocketChannel channel : idle) {
                channel.close();
            }
        }
    }

    private static void connect(ServiceProcess serviceProcess, List<SocketChannel> idle) {
        var address = new InetSocketAddress(
                serviceProcess.url().getHost(), serviceProcess.url().getPort());
        try {
            while (idle.size() < WANTED) {
                idle.add(SocketChannel.open(address));
            }
        } catch (IOException e) {
            System.out.println("  after " + idle.size() + " connections: " + e);
        }
    }
}
