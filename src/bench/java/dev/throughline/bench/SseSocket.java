package dev.throughline.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;

/// One kept-alive connection that asks for streams and counts their frames as cheaply as can be, so that the
/// figures are the server's. A frame is counted by the empty line that ends it.
final class SseSocket implements AutoCloseable {
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final byte[] request;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    SseSocket(URI base, String path, String body) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        request = ("POST " + path + " HTTP/1.1\r\nhost: " + base.getAuthority()
                        + "\r\ncontent-type: application/json\r\ncontent-length: " + bytes.length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Asks for one stream and reads it to its end; frames are added as they arrive.
    /// @return whether the stream ended with its end marker
    boolean stream(LongAdder frames) throws IOException {
        socket.getOutputStream().write(request);
        InputStream in = socket.getInputStream();
        var end = new Tail(LAST_CHUNK);
        var done = new Tail("data: [DONE]\n\n".getBytes(StandardCharsets.US_ASCII));
        byte before = 0;
        while (true) {
            int length = in.read(buffer);
            if (length < 0) {
                return false;
            }
            int counted = 0;
            for (int i = 0; i < length; i++) {
                byte now = buffer[i];
                if (now == '\n' && before == '\n') {
                    counted++;
                }
                before = now;
            }
            frames.add(counted);
            done.feed(buffer, length);
            if (end.feed(buffer, length)) {
                return done.seen();
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// Finds a byte sequence near the end of what was read, however it was cut.
    private static final class Tail {
        private static final int KEPT = 64;

        private final byte[] wanted;
        private String last = "";
        private boolean seen;

        Tail(byte[] wanted) {
            this.wanted = wanted;
        }

        boolean feed(byte[] bytes, int length) {
            int from = Math.max(0, length - KEPT);
            String tail = last + new String(bytes, from, length - from, StandardCharsets.ISO_8859_1);
            seen |= tail.contains(new String(wanted, StandardCharsets.ISO_8859_1));
            last = tail.substring(Math.max(0, tail.length() - KEPT));
            return seen;
        }

        boolean seen() {
            return seen;
        }
    }
}
