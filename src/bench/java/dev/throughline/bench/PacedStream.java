package dev.throughline.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;

/// One connection that reads a stream of a [PacedBackend], and how long each delta took on its way.
final class PacedStream implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final String DONE = "data: [DONE]";

    private final Socket socket;
    private final byte[] request;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    PacedStream(URI base, String path, String body) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
        request = ("POST " + path + " HTTP/1.1\r\nhost: " + base.getAuthority()
                        + "\r\ncontent-type: application/json\r\ncontent-length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /// Asks for one stream and reads it.
    /// @param nanos receives the duration of each delta
    /// @param deltas after how many to stop
    /// @return whether the stream ended with its end marker
    boolean read(LongConsumer nanos, int deltas) throws IOException {
        socket.getOutputStream().write(request);
        InputStream in = socket.getInputStream();
        long sent = 0;
        boolean inTime = false;
        int seen = 0;
        int done = 0;
        while (seen < deltas && done < DONE.length()) {
            int length = in.read(buffer);
            if (length < 0) {
                return false;
            }
            long now = System.nanoTime();
            for (int i = 0; i < length && done < DONE.length(); i++) {
                byte next = buffer[i];
                done = next == DONE.charAt(done) ? done + 1 : next == DONE.charAt(0) ? 1 : 0;
                if (inTime && next == ';') {
                    nanos.accept(now - sent);
                    seen++;
                    inTime = false;
                } else if (inTime) {
                    sent = sent * 10 + (next - '0');
                } else if (next == '@') {
                    sent = 0;
                    inTime = true;
                }
            }
        }
        return done == DONE.length();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
