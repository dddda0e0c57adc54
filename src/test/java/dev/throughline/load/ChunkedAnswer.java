package dev.throughline.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// A chunked HTTP/1.1 response as received from a connection: its head, then the bytes of its body. Source:
/// RFC 9112, 7.1.
public final class ChunkedAnswer extends InputStream {
    private final InputStream in;
    private final int status;
    private final Map<String, String> headers = new HashMap<>();
    private int left;
    private boolean isOver;

    /// Reads the head.
    public ChunkedAnswer(InputStream in) throws IOException {
        this.in = in;
        this.status = Integer.parseInt(line().split(" ")[1]);
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] pair = line.split(": ?", 2);
            headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1]);
        }
    }

    public int status() {
        return status;
    }

    public String header(String name, String otherwise) {
        return headers.getOrDefault(name, otherwise);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (left == 0 && !isOver) {
            left = Integer.parseInt(line(), 16);
            isOver = left == 0;
        }
        if (isOver) {
            return -1;
        }
        int count = in.read(into, from, Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the connection ended inside a chunk");
        }
        left -= count;
        if (left == 0) {
            line(); // the end of the chunk
        }
        return count;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended before the answer did");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).strip();
    }
}
