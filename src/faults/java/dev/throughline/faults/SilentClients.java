package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A thousand clients ask a backend that has room for few and never read; others send half of a head, or a body byte
/// by byte. They are ended one after another, the streams of others go on, and the backend is free again.
record SilentClients() implements Fault {
    private static final int NEVER_READING = 1_024;
    private static final int HALF_HEADS = 256;
    private static final int SLOW_BODIES = 64;
    private static final int BACKEND_CONNECTIONS = 64;
    private static final int STREAMS = 20;
    private static final int FRAMES = 2_000;
    private static final int RECEIVE_BYTES = 4_096;
    private static final int SECONDS = 180;
    private static final int ROUNDS = 5;
    private static final int MOST_REQUESTS = 1_000_000;
    private static final String HEAD =
            "POST %s HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n" + "content-length: %d\r\n\r\n";

    @Override
    public String name() {
        return "silent-clients";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try (var backend = new FakeBackend()) {
            ServiceProcess serviceProcess =
                    faultEnvironment.start(settings(backend)).await();
            String asked =
                    serviceProcess.open(Map.of("mode", "proxy", "backend", "fake", "maxRequests", MOST_REQUESTS));
            String steady = serviceProcess.open(
                    Map.of("scenario", "long", "tokens", 100, "pace", 20, "maxRequests", MOST_REQUESTS));
            StreamLoad others = StreamLoad.steady(serviceProcess.url(), steady, STREAMS);
            ask(serviceProcess, asked, backend, silent);
            long began = System.nanoTime();
            long left = awaitEnd(faultEnvironment, asked);
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            List<StreamedAnswer> served = awaitFreeBackend(serviceProcess, asked, backend);
            List<StreamedAnswer> heard = others.await(30);
            RecordAudit front = RecordAudit.of(
                    served, faultEnvironment.faultDatabase().settled(asked, 10), Set.of("CLIENT_GONE", "FAILED"));
            return RecordAudit.of(heard, faultEnvironment.faultDatabase().settled(steady, 10), Set.of())
                    .expect(front.broken().isEmpty(), "answers of the backend: " + front.broken())
                    .expect(left == 0, left + " answers that nobody reads were not over")
                    .expect(heard.stream().allMatch(StreamedAnswer::isDone), "expected the other streams to end well")
                    .expect(served.stream().allMatch(StreamedAnswer::isDone), "expected the backend to be free again")
                    .damage(
                            ("%,d clients that never read in front of %d connections, %d half heads, %d slow bodies:"
                                            + " all ended after %.1f s; beside them %d streams")
                                    .formatted(
                                            NEVER_READING,
                                            BACKEND_CONNECTIONS,
                                            HALF_HEADS,
                                            SLOW_BODIES,
                                            took.toMillis() / 1e3,
                                            heard.size()),
                            Duration.ZERO);
        } finally {
            for (SocketChannel channel : silent) {
                channel.close();
            }
        }
    }

    private static void ask(ServiceProcess serviceProcess, String run, FakeBackend backend, List<SocketChannel> silent)
            throws IOException {
        String path = "/r/" + run + "/v1/chat/completions";
        String question = FakeBackend.question(backend.floods(FRAMES));
        for (int i = 0; i < NEVER_READING; i++) {
            silent.add(send(serviceProcess, HEAD.formatted(path, question.length()) + question));
            if (i * HALF_HEADS % NEVER_READING < HALF_HEADS) {
                silent.add(send(serviceProcess, HEAD.formatted(path, 1).substring(0, 30)));
            }
            if (i * SLOW_BODIES % NEVER_READING < SLOW_BODIES) {
                SocketChannel slow = send(serviceProcess, HEAD.formatted(path, 100_000));
                silent.add(slow);
                Thread.ofVirtual().start(() -> dribble(slow));
            }
        }
    }

    private static SocketChannel send(ServiceProcess serviceProcess, String text) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
        channel.connect(new InetSocketAddress(
                serviceProcess.url().getHost(), serviceProcess.url().getPort()));
        write(channel, text);
        return channel;
    }

    private static void dribble(SocketChannel channel) {
        try {
            while (true) {
                StreamLoad.pause(500);
                write(channel, " ");
            }
        } catch (IOException _) {
            // ended, as it should be
        }
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    /// Waits until the answers of all who never read are over, and gives how many are left.
    private static long awaitEnd(FaultEnvironment faultEnvironment, String run) throws Exception {
        String over = "SELECT count(*) FROM exchange WHERE run_id = '" + run + "' AND outcome <> 'OPEN'";
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (faultEnvironment.faultDatabase().number(over) < NEVER_READING && System.nanoTime() < deadline) {
            StreamLoad.pause(200);
        }
        return NEVER_READING - faultEnvironment.faultDatabase().number(over);
    }

    /// Asks the backend until it answers everyone, or for the last time.
    private static List<StreamedAnswer> awaitFreeBackend(ServiceProcess serviceProcess, String run, FakeBackend backend)
            throws Exception {
        List<StreamedAnswer> served = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            served = StreamLoad.once(serviceProcess.url(), run, FakeBackend.question(backend.floods(3)), STREAMS)
                    .await(60);
            if (served.stream().allMatch(StreamedAnswer::isDone)) {
                return served;
            }
            StreamLoad.pause(1_000);
        }
        return served;
    }

    private static Map<String, String> settings(FakeBackend backend) {
        Map<String, String> settings = new HashMap<>(backend.settings());
        settings.put("throughline.backends.fake.max-connections", Integer.toString(BACKEND_CONNECTIONS));
        settings.put("quarkus.http.idle-timeout", "20s");
        settings.put("throughline.gateway.unread-timeout", "2s");
        settings.put("throughline.gateway.keep-alive", "1s");
        settings.put("throughline.gateway.upload-timeout", "3s");
        return settings;
    }
}
