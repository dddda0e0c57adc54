package dev.throughline.render.tokenizer;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes the metadata of GGUF files.
final class GgufWriter {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int entries;

    GgufWriter text(String key, String value) {
        entry(key, 8);
        string(value);
        return this;
    }

    GgufWriter number(String key, int value) {
        entry(key, 4);
        number(value, 4);
        return this;
    }

    GgufWriter texts(String key, List<String> values) {
        entry(key, 9);
        number(8, 4);
        number(values.size(), 8);
        values.forEach(this::string);
        return this;
    }

    GgufWriter numbers(String key, List<Integer> values) {
        entry(key, 9);
        number(5, 4);
        number(values.size(), 8);
        values.forEach(value -> number(value, 4));
        return this;
    }

    /// An array that announces more than it has.
    GgufWriter announced(String key, long count) {
        entry(key, 9);
        number(8, 4);
        number(count, 8);
        return this;
    }

    byte[] bytes() {
        return bytes(3, entries);
    }

    byte[] bytes(int version, long announced) {
        GgufWriter head = new GgufWriter();
        head.body.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
        head.number(version, 4);
        head.number(0, 8);
        head.number(announced, 8);
        head.body.writeBytes(body.toByteArray());
        return head.body.toByteArray();
    }

    private void entry(String key, int type) {
        entries++;
        string(key);
        number(type, 4);
    }

    private void string(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length, 8);
        body.writeBytes(bytes);
    }

    private void number(long value, int width) {
        byte[] bytes = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
        body.write(bytes, 0, width);
    }
}
