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
    private static final String STATUS = "HTTP/1.1 200";
    private static final String BUSY = "HTTP/1.1 503";

    /// How a stream ended.
    enum Ending {
        /// With its end marker.
        ENDED,
        /// The reader had as much of it as it wanted.
        LEFT,
        /// The service has no room for it now; asked again a little later, it may.
        REFUSED,
        BROKEN
    }

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
    /// @return how it ended; `LEFT` after so many deltas
    Ending read(LongConsumer nanos, int deltas) throws IOException {
        Thread.ofVirtual().start(this::send);
        InputStream in = socket.getInputStream();
        String status = new String(in.readNBytes(STATUS.length()), StandardCharsets.US_ASCII);
        if (!status.equals(STATUS)) {
            return status.equals(BUSY) ? Ending.REFUSED : Ending.BROKEN;
        }
        long sent = 0;
        boolean inTime = false;
        int seen = 0;
        int done = 0;
        while (seen < deltas && done < DONE.length()) {
            int length = in.read(buffer);
            if (length < 0) {
                return Ending.BROKEN;
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
        return done == DONE.length() ? Ending.ENDED : Ending.LEFT;
    }

    // A request that is refused before it was read is not read to its end.
    private void send() {
        try {
            socket.getOutputStream().write(request);
        } catch (IOException _) {
            // the answer says why
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
