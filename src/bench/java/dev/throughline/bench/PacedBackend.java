package dev.throughline.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// A chat backend that streams deltas at a pace; each holds the time at which it was written, by `System.nanoTime`,
/// between `@` and `;`. To be read in the same process.
final class PacedBackend implements AutoCloseable {
    private static final int BACKLOG = 2_000;
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final String BEFORE =
            "data: {\"id\":\"bench\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"glm-4.7\","
                    + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"@";
    private static final String AFTER = "; and so on\"},\"finish_reason\":null}]}\n\n";
    private static final String END =
            "data: {\"id\":\"bench\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"glm-4.7\","
                    + "\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    private final ServerSocket server;
    private final int deltas;
    private final long paceNanos;
    private final LongAdder leftEarly = new LongAdder();
    private final LongAdder answering = new LongAdder();

    PacedBackend(int port, int deltas, int paceMillis) throws IOException {
        this.deltas = deltas;
        paceNanos = TimeUnit.MILLISECONDS.toNanos(paceMillis);
        server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /// How many answers the other side did not want to its end.
    long leftEarly() {
        return leftEarly.sum();
    }

    /// How many answers are being written now.
    long answering() {
        return answering.sum();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        boolean answering = false;
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (skipRequest(in)) {
                answering = true;
                answer(socket.getOutputStream());
                answering = false;
            }
        } catch (IOException e) {
            if (answering) {
                leftEarly.increment();
            }
        }
    }

    private void answer(OutputStream out) throws IOException {
        answering.increment();
        try {
            write(out);
        } finally {
            answering.decrement();
        }
    }

    private void write(OutputStream out) throws IOException {
        write(out, HEAD);
        long next = System.nanoTime();
        for (int i = 0; i < deltas; i++) {
            chunk(out, BEFORE + System.nanoTime() + AFTER);
            next += paceNanos;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        chunk(out, END);
        write(out, "0\r\n\r\n");
    }

    private static void chunk(OutputStream out, String text) throws IOException {
        write(out, Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// @return false at the end of the connection
    private static boolean skipRequest(InputStream in) throws IOException {
        int length = 0;
        while (true) {
            String line = line(in);
            if (line.isEmpty()) {
                return length > 0 && in.readNBytes(length).length == length;
            }
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
