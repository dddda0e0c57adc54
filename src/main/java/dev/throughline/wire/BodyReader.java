package dev.throughline.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Parses one body and notes where the elements of its history end. What it cannot parse, it leaves to `StrictJson`,
/// which knows the error.
final class BodyReader {
    private static final ObjectReader READER = StrictJson.fields();

    /// Room for elements that follow known ones.
    private static final int MORE = 16;

    private final byte[] bytes;
    private final String history;
    private int[] ends = new int[MORE];
    private int count;

    BodyReader(byte[] bytes, String history) {
        this.bytes = bytes;
        this.history = history;
    }

    /// See `ParsedBody.opening`.
    static int opening(byte[] bytes, String history) {
        try (JsonParser parser = READER.createParser(bytes)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isHistory = parser.currentName().equals(history);
                if (parser.nextToken() == JsonToken.START_ARRAY && isHistory) {
                    return secondElement(parser, bytes.length);
                }
                parser.skipChildren();
            }
            return bytes.length;
        } catch (IOException e) {
            return bytes.length;
        }
    }

    private static int secondElement(JsonParser parser, int length) throws IOException {
        int end = length;
        for (int i = 0; i < 2 && parser.nextToken() == JsonToken.START_OBJECT; i++) {
            parser.skipChildren();
            end = (int) parser.currentLocation().getByteOffset();
        }
        return end;
    }

    /// Parses all of it.
    Optional<ParsedBody> whole() {
        // The parser would guess an encoding other than UTF-8 from zeros.
        boolean isPlain = bytes.length > 1 && bytes[0] == '{' && bytes[1] != 0;
        count = 0;
        return isPlain ? read(bytes, 0, 0).map(tree -> parsed(tree, 0)) : Optional.empty();
    }

    /// Parses what follows the elements that an earlier body has as well; empty if that is not possible.
    /// @param shared number of these elements
    Optional<ParsedBody> from(ParsedBody earlier, int shared) {
        if (shared == 0) {
            return Optional.empty();
        }
        int rest = restAfter(earlier.end(shared - 1));
        if (rest < 0) {
            return Optional.empty();
        }
        byte[] opening = ("{"
                        + StrictJson.text(READER.getConfig().getNodeFactory().textNode(history)) + ":[")
                .getBytes(StandardCharsets.UTF_8);
        byte[] open = Arrays.copyOf(opening, opening.length + bytes.length - rest);
        System.arraycopy(bytes, rest, open, opening.length, bytes.length - rest);
        ends = new int[shared + MORE];
        for (; count < shared; count++) {
            ends[count] = earlier.end(count);
        }
        return read(open, opening.length, rest - opening.length)
                .flatMap(tail -> joined(earlier.tree(), shared, tail))
                .map(tree -> parsed(tree, shared));
    }

    /// The offset of the next element or of the end of the array; -1 if there is neither.
    private int restAfter(int element) {
        int at = pastSpace(element);
        if (at < bytes.length && bytes[at] == ']') {
            return at;
        }
        if (at == bytes.length || bytes[at] != ',') {
            return -1;
        }
        at = pastSpace(at + 1);
        return at < bytes.length && bytes[at] == '{' ? at : -1;
    }

    private int pastSpace(int from) {
        int at = from;
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    /// The fields before the history are those of the earlier body, the fields behind it those of the tail.
    private Optional<ObjectNode> joined(ObjectNode earlier, int shared, ObjectNode tail) {
        ObjectNode tree = earlier.objectNode();
        for (Map.Entry<String, JsonNode> field : earlier.properties()) {
            if (field.getKey().equals(history)) {
                break;
            }
            tree.set(field.getKey(), field.getValue());
        }
        if (tail.properties().stream().anyMatch(field -> tree.has(field.getKey()))) {
            return Optional.empty();
        }
        JsonNode known = earlier.get(history);
        ArrayNode elements = tree.arrayNode(shared + MORE);
        tree.set(history, elements);
        for (int i = 0; i < shared; i++) {
            elements.add(known.get(i));
        }
        tail.properties().forEach(field -> {
            if (field.getKey().equals(history)) {
                field.getValue().forEach(elements::add);
            } else {
                tree.set(field.getKey(), field.getValue());
            }
        });
        return Optional.of(tree);
    }

    private ParsedBody parsed(ObjectNode tree, int shared) {
        return new ParsedBody(bytes, tree, history, Arrays.copyOf(ends, count), shared);
    }

    /// @param from offset of what is not known to be UTF-8 in the text
    /// @param moved offset of the text in the body
    private Optional<ObjectNode> read(byte[] text, int from, int moved) {
        try (JsonParser parser = READER.createParser(text)) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, text.length - from));
            ObjectNode tree = READER.getConfig().getNodeFactory().objectNode();
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                boolean isHistory = parser.nextToken() == JsonToken.START_ARRAY && name.equals(history);
                tree.set(name, isHistory ? elements(parser, moved) : READER.readTree(parser));
            }
            boolean isWhole = parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null;
            return isWhole ? Optional.of(tree) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private ArrayNode elements(JsonParser parser, int moved) throws IOException {
        ArrayNode elements = READER.getConfig().getNodeFactory().arrayNode();
        boolean isNoted = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            isNoted &= parser.currentToken() == JsonToken.START_OBJECT;
            elements.add((JsonNode) READER.readTree(parser));
            if (isNoted) {
                note(moved + (int) parser.currentLocation().getByteOffset());
            }
        }
        return elements;
    }

    private void note(int end) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count++] = end;
    }
}
