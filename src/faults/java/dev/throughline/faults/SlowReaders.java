package dev.throughline.faults;

import dev.throughline.load.ChunkedAnswer;
import dev.throughline.load.SseListener;
import dev.throughline.load.StreamedAnswer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Clients that read at a given slow rate, until they speed up or disconnect silently.
final class SlowReaders implements AutoCloseable {
    private static final int RECEIVE_BUFFER = 4_096;
    private static final int LARGE_RECEIVE_BUFFER = 65_536;

    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<StreamedAnswer> heard = new ConcurrentLinkedQueue<>();
    private final LongAdder read = new LongAdder();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile int bytesPerTick;

    private SlowReaders(int bytesPerSecond) {
        bytesPerTick = bytesPerSecond / ThrottledInputStream.TICKS_PER_SECOND;
    }

    /// Has so many clients ask.
    /// @param bytesPerSecond what each of them reads
    static SlowReaders ask(URI service, String run, String question, int clients, int bytesPerSecond)
            throws IOException {
        var slowReaders = new SlowReaders(bytesPerSecond);
        byte[] body = question.getBytes(StandardCharsets.UTF_8);
        String head = "POST /r/" + run
                + "/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                + "content-length: " + body.length + "\r\n\r\n";
        for (int i = 0; i < clients; i++) {
            var socket = new Socket();
            socket.setReceiveBufferSize(RECEIVE_BUFFER);
            socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            slowReaders.sockets.add(socket);
            slowReaders.threads.add(Thread.ofVirtual().start(() -> slowReaders.listen(socket)));
        }
        return slowReaders;
    }

    private void listen(Socket socket) {
        try {
            var slow = new ThrottledInputStream(socket.getInputStream(), () -> bytesPerTick, read);
            var answer = new ChunkedAnswer(slow);
            begun.incrementAndGet();
            heard.add(SseListener.listen(answer));
        } catch (IOException _) {
            // it left before its answer began
        }
    }

    /// Clients whose answer has begun.
    int begun() {
        return begun.get();
    }

    /// Bytes that all of them read.
    long bytes() {
        return read.sum();
    }

    /// Has them read as fast as they can; gives their answers once the last one is over.
    List<StreamedAnswer> hurry(int seconds) throws IOException, InterruptedException {
        for (Socket socket : sockets) {
            socket.setReceiveBufferSize(LARGE_RECEIVE_BUFFER);
        }
        bytesPerTick = Integer.MAX_VALUE;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (Thread client : threads) {
            if (!client.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())))) {
                throw new IllegalStateException("expected all answers to be over within " + seconds + " s");
            }
        }
        return List.copyOf(heard);
    }

    /// All of them leave.
    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
