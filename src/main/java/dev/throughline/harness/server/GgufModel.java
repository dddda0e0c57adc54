package dev.throughline.harness.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Writes a model file of llama.cpp: settings by name, then tensors of 32-bit numbers.
///
/// Source: the GGUF format, version 3: little endian, each tensor at a multiple of 32 bytes.
final class GgufModel {
    private static final int ALIGNMENT = 32;
    private static final int TYPE_UINT32 = 4;
    private static final int TYPE_INT32 = 5;
    private static final int TYPE_FLOAT32 = 6;
    private static final int TYPE_BOOL = 7;
    private static final int TYPE_STRING = 8;
    private static final int TYPE_ARRAY = 9;

    private final Buffer settings = new Buffer();
    private int settingCount;
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();

    GgufModel put(String name, String value) {
        return setting(name, TYPE_STRING, buffer -> buffer.text(value));
    }

    GgufModel put(String name, int value) {
        return setting(name, TYPE_UINT32, buffer -> buffer.int32(value));
    }

    GgufModel put(String name, float value) {
        return setting(name, TYPE_FLOAT32, buffer -> buffer.int32(Float.floatToIntBits(value)));
    }

    GgufModel put(String name, boolean value) {
        return setting(name, TYPE_BOOL, buffer -> buffer.write(value ? 1 : 0));
    }

    GgufModel putTexts(String name, List<String> values) {
        return setting(name, TYPE_ARRAY, buffer -> {
            buffer.int32(TYPE_STRING).int64(values.size());
            values.forEach(buffer::text);
        });
    }

    GgufModel putNumbers(String name, List<Integer> values) {
        return setting(name, TYPE_ARRAY, buffer -> {
            buffer.int32(TYPE_INT32).int64(values.size());
            values.forEach(buffer::int32);
        });
    }

    GgufModel put(String name, Tensor tensor) {
        tensors.put(name, tensor);
        return this;
    }

    private GgufModel setting(String name, int type, Consumer<Buffer> value) {
        value.accept(settings.text(name).int32(type));
        settingCount++;
        return this;
    }

    void write(Path file) throws IOException {
        Buffer head = new Buffer();
        head.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
        head.int32(3).int64(tensors.size()).int64(settingCount).writeBytes(settings.toByteArray());
        long offset = 0;
        for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
            Tensor tensor = named.getValue();
            head.text(named.getKey()).int32(tensor.isVector() ? 1 : 2).int64(tensor.columns());
            if (!tensor.isVector()) {
                head.int64(tensor.rows());
            }
            head.int32(0).int64(offset);
            offset += aligned(tensor.size());
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            writeAligned(out, head.toByteArray());
            for (Tensor tensor : tensors.values()) {
                writeAligned(out, tensor.bytes());
            }
        }
    }

    private static void writeAligned(OutputStream out, byte[] bytes) throws IOException {
        out.write(Arrays.copyOf(bytes, (int) aligned(bytes.length)));
    }

    private static long aligned(long length) {
        return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /// Bytes of settings, the least significant first.
    private static final class Buffer extends ByteArrayOutputStream {
        Buffer int32(int value) {
            writeBytes(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(value)
                    .array());
            return this;
        }

        Buffer int64(long value) {
            return int32((int) value).int32((int) (value >>> Integer.SIZE));
        }

        Buffer text(String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            int64(bytes.length).writeBytes(bytes);
            return this;
        }
    }
}
