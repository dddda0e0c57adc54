package dev.throughline.access;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// A connection that can send what no HTTP client sends, and may never read.
public final class RawConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int RECEIVE_BYTES = 4_096;

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    /// Connects without sending anything, with a small receive buffer.
    public static RawConnection open(URI service) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(RECEIVE_BYTES);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(service.getHost(), service.getPort()), TIMEOUT_MILLIS);
        return new RawConnection(socket);
    }

    public RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /// Asks for a path and reads nothing.
    RawConnection get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nhost: localhost\r\n\r\n");
    }

    /// Posts JSON and reads nothing.
    public RawConnection post(String path, String body) throws IOException {
        return send("POST " + path + " HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                + "content-length: " + body.length() + "\r\n\r\n" + body);
    }

    /// What arrives until a text is seen, or the connection ends.
    public String until(String wanted) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf(wanted, seen.length() - wanted.length()) < 0) {
            int next = read();
            if (next < 0) {
                return seen.toString();
            }
            seen.append((char) next);
        }
        return seen.toString();
    }

    /// What arrives until the other side ends the connection; a timeout fails.
    public String rest() throws IOException {
        return until("\0 never \0");
    }

    private int read() throws IOException {
        try {
            return socket.getInputStream().read();
        } catch (SocketException _) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
