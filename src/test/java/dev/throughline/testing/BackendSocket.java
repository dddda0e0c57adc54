package dev.throughline.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// One connection to the scripted backend, written byte by byte as a script wants it. Blocks; lives on a virtual
/// thread.
public final class BackendSocket implements AutoCloseable {
    private static final int SEND_BUFFER = 32 * 1024;

    private final Socket socket;
    private final InputStream in;

    BackendSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        socket.setTcpNoDelay(true);
        socket.setSendBufferSize(SEND_BUFFER);
    }

    /// Writes exactly these bytes.
    public BackendSocket raw(String text) throws IOException {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes exactly these bytes.
    public BackendSocket raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /// Writes status line and headers of a chunked answer.
    /// @param headers lines as they stand, e.g. `content-type: text/event-stream`
    public BackendSocket head(int status, String... headers) throws IOException {
        return raw("HTTP/1.1 " + status + " Scripted\r\ntransfer-encoding: chunked\r\n" + lines(headers) + "\r\n");
    }

    /// Writes the head of a good stream.
    public BackendSocket stream(String... headers) throws IOException {
        return head(200, lines(headers) + "content-type: text/event-stream");
    }

    /// Writes a chunk.
    public BackendSocket chunk(String text) throws IOException {
        return chunk(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes a chunk.
    public BackendSocket chunk(byte[] bytes) throws IOException {
        var framed = new ByteArrayOutputStream(bytes.length + 16);
        framed.writeBytes((HexFormat.of().toHexDigits(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        framed.writeBytes(bytes);
        framed.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        return raw(framed.toByteArray());
    }

    /// Ends a chunked answer; the connection stays.
    public void end() throws IOException {
        raw("0\r\n\r\n");
    }

    /// Writes a whole answer.
    public void whole(int status, String body, String... headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        raw("HTTP/1.1 " + status + " Scripted\r\ncontent-length: " + bytes.length + "\r\n" + lines(headers) + "\r\n");
        raw(bytes);
    }

    /// Writes a whole JSON answer with status 200.
    public void json(String body, String... headers) throws IOException {
        whole(200, body, lines(headers) + "content-type: application/json");
    }

    /// Breaks the connection with a reset.
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /// Waits until the other side has closed the connection.
    public void awaitClose() {
        try {
            while (in.read() >= 0) {
                // what still comes is of no interest
            }
        } catch (IOException _) {
            // a reset is an end too
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    /// The next bytes of a body that a script reads itself.
    public byte[] read(int length) throws IOException {
        return in.readNBytes(length);
    }

    /// The next request; null when the connection ends first.
    /// @param unread targets whose bodies are left to the script
    ReceivedRequest receive(Set<String> unread) throws IOException {
        String first = line();
        if (first == null || first.isEmpty()) {
            return null;
        }
        String[] words = first.split(" ");
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (String line = line(); line != null && !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.add(Map.entry(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip()));
        }
        if (unread.contains(words[1])) {
            return new ReceivedRequest(words[0], words[1], headers, new byte[0]);
        }
        if (headers.contains(Map.entry("transfer-encoding", "chunked"))) {
            return new ReceivedRequest(words[0], words[1], headers, chunks());
        }
        int length = headers.stream()
                .filter(header -> header.getKey().equals("content-length"))
                .mapToInt(header -> Integer.parseInt(header.getValue()))
                .sum();
        return new ReceivedRequest(words[0], words[1], headers, in.readNBytes(length));
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int length = chunkLength(); length > 0; length = chunkLength()) {
            body.writeBytes(in.readNBytes(length));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkLength() throws IOException {
        String line = line();
        return line == null ? 0 : Integer.parseInt(line, 16);
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    }
}
