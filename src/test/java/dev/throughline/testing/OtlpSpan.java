package dev.throughline.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// A span as it stands in an OTLP request.
/// Source: opentelemetry-proto, `trace.proto` and `common.proto`; protocol buffers, wire format.
/// @param parent empty for a root
/// @param kind 1 internal, 2 server, 3 client
/// @param status 0 unset, 1 ok, 2 error
/// @param attributes values as text, lists as their elements with commas
public record OtlpSpan(
        String trace, String id, String parent, String name, long kind, long status, Map<String, String> attributes) {

    /// The spans of an `ExportTraceServiceRequest`.
    static List<OtlpSpan> read(byte[] request) {
        List<OtlpSpan> spans = new ArrayList<>();
        fields(
                request,
                (field, resource) -> fields(bytes(resource), (part, scope) -> {
                    if (part == 2) {
                        fields(bytes(scope), (number, span) -> {
                            if (number == 2) {
                                spans.add(span(bytes(span)));
                            }
                        });
                    }
                }));
        return spans;
    }

    private static OtlpSpan span(byte[] message) {
        Map<String, String> texts = new TreeMap<>();
        Map<String, String> attributes = new TreeMap<>();
        long[] numbers = new long[2];
        fields(message, (field, value) -> {
            switch (field) {
                case 1 -> texts.put("trace", hex(value));
                case 2 -> texts.put("id", hex(value));
                case 4 -> texts.put("parent", hex(value));
                case 5 -> texts.put("name", text(value));
                case 6 -> numbers[0] = (Long) value;
                case 9 -> attribute(bytes(value), attributes);
                case 15 ->
                    fields(bytes(value), (part, code) -> {
                        if (part == 3) {
                            numbers[1] = (Long) code;
                        }
                    });
                default -> {
                    // times and what is not used here
                }
            }
        });
        return new OtlpSpan(
                texts.get("trace"),
                texts.get("id"),
                texts.getOrDefault("parent", ""),
                texts.get("name"),
                numbers[0],
                numbers[1],
                attributes);
    }

    private static void attribute(byte[] message, Map<String, String> attributes) {
        String[] pair = {"", ""};
        fields(message, (field, value) -> pair[field - 1] = field == 1 ? text(value) : any(bytes(value)));
        attributes.put(pair[0], pair[1]);
    }

    private static String any(byte[] message) {
        List<String> found = new ArrayList<>();
        fields(message, (field, value) -> {
            switch (field) {
                case 1 -> found.add(text(value));
                case 2 -> found.add(Boolean.toString((Long) value != 0));
                case 4 -> found.add(Double.toString(Double.longBitsToDouble((Long) value)));
                case 5 -> fields(bytes(value), (_, element) -> found.add(any(bytes(element))));
                default -> found.add(value.toString());
            }
        });
        return String.join(",", found);
    }

    /// Gives each field's number, and its value: a `Long`, or `byte[]`.
    private static void fields(byte[] message, BiConsumer<Integer, Object> each) {
        ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            long key = varint(in);
            Object value = switch ((int) (key & 7)) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> slice(in, (int) varint(in));
                case 5 -> (long) in.getInt();
                default -> throw new AssertionError("no protocol buffer at byte " + in.position());
            };
            each.accept((int) (key >>> 3), value);
        }
    }

    private static byte[] slice(ByteBuffer in, int length) {
        var part = new byte[length];
        in.get(part);
        return part;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    private static byte[] bytes(Object value) {
        return (byte[]) value;
    }

    private static String text(Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    private static String hex(Object value) {
        return HexFormat.of().formatHex(bytes(value));
    }
}
