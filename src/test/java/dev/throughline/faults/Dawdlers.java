package dev.throughline.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Clients that ask, read as slowly as they are told, and leave without a word.
final class Dawdlers implements AutoCloseable {
    private static final int TICK_MILLIS = 100;

    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicLong read = new AtomicLong();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean isOver;

    /// Has so many clients ask.
    /// @param bytesPerSecond what each of them reads
    static Dawdlers ask(URI service, String run, String question, int clients, int bytesPerSecond) throws IOException {
        var dawdlers = new Dawdlers();
        byte[] body = question.getBytes(StandardCharsets.UTF_8);
        String head =
                "POST /r/" + run + "/v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                        + "content-length: " + body.length + "\r\n\r\n";
        for (int i = 0; i < clients; i++) {
            var socket = new Socket();
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            dawdlers.sockets.add(socket);
            Thread.ofVirtual().start(() -> dawdlers.read(socket, bytesPerSecond * TICK_MILLIS / 1_000));
        }
        return dawdlers;
    }

    private void read(Socket socket, int bytes) {
        try {
            InputStream in = socket.getInputStream();
            byte[] first = in.readNBytes(1);
            begun.addAndGet(first.length);
            while (!isOver) {
                int count = in.read(new byte[bytes]);
                if (count < 0) {
                    return;
                }
                read.addAndGet(count);
                Load.pause(TICK_MILLIS);
            }
        } catch (IOException _) {
            // it left
        }
    }

    /// Clients whose answer has begun.
    int begun() {
        return begun.get();
    }

    /// Bytes that all of them read.
    long bytes() {
        return read.get();
    }

    /// All of them leave.
    @Override
    public void close() throws IOException {
        isOver = true;
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
