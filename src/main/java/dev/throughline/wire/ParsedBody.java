package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.BodyDigest;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request body and its tree, with the places where the elements of its history end: a later body that begins with
/// the same bytes need only be parsed from there. Immutable; neither the bytes nor the tree may be modified, since the
/// trees of a conversation's requests have their elements in common.
public final class ParsedBody {
    private final byte[] bytes;
    private final ObjectNode tree;
    private final String history;
    private final int[] ends;
    private final int shared;

    /// @param history name of the field that has the history
    /// @param ends offset behind each element of the history; empty if no later body can be parsed from there
    /// @param shared elements that were not parsed but taken from an earlier body
    ParsedBody(byte[] bytes, ObjectNode tree, String history, int[] ends, int shared) {
        this.bytes = bytes;
        this.tree = tree;
        this.history = history;
        this.ends = ends;
        this.shared = shared;
    }

    /// Parses a body as `StrictJson.parse` does, with the same errors.
    /// @param history name of the top-level field that has the history, an array of objects
    /// @param earlier a body that may have the same beginning
    public static ParsedBody parse(byte[] bytes, String history, Optional<ParsedBody> earlier) throws WireException {
        var reader = new BodyReader(bytes, history);
        Optional<ParsedBody> parsed = earlier.flatMap(known -> reader.from(known, known.commonElements(bytes)))
                .or(reader::whole);
        return parsed.isPresent()
                ? parsed.get()
                : new ParsedBody(bytes, StrictJson.parse(bytes), history, new int[0], 0);
    }

    /// The offset behind the second element of the history, or behind the first if there is no other; the whole length
    /// if there is none, or if it cannot be found.
    public static int opening(byte[] bytes, String history) {
        return BodyReader.opening(bytes, history);
    }

    /// As received.
    public byte[] bytes() {
        return bytes;
    }

    public ObjectNode tree() {
        return tree;
    }

    /// Elements at the beginning of the history that the tree has in common with an earlier one.
    public int shared() {
        return shared;
    }

    /// The offset behind the last of these elements, 0 if there is none: all before it is as in the earlier body.
    public int sharedBytes() {
        return shared == 0 ? 0 : ends[shared - 1];
    }

    /// The hash of the body, which takes time in proportion to what is not in common with an earlier one.
    /// @param earlier the hash of the body that it was parsed with; `BodyDigest.NONE` for none
    public BodyDigest digest(BodyDigest earlier) {
        List<Integer> last = Arrays.stream(ends)
                .skip(Math.max(0, ends.length - BodyDigest.LAST))
                .boxed()
                .toList();
        int closing = last.isEmpty() ? 0 : last.getLast();
        while (!last.isEmpty() && bytes[closing] != ']') {
            closing++;
        }
        return earlier.of(bytes, last, closing, sharedBytes());
    }

    /// Writes a changed copy of the tree. The elements of the history that both have in common are copied as received.
    public byte[] written(ObjectNode changed) {
        return ends.length > 1 && changed.get(history) instanceof ArrayNode elements
                ? new ChangedBody(this, changed, elements).bytes()
                : StrictJson.write(changed);
    }

    /// Name of the field that has the history.
    public String history() {
        return history;
    }

    /// Elements of the history whose ends are known, from its first one on.
    int elements() {
        return ends.length;
    }

    /// The offset behind an element.
    int end(int element) {
        return ends[element];
    }

    private int commonElements(byte[] body) {
        int difference = Arrays.mismatch(bytes, body);
        int at = Arrays.binarySearch(ends, difference < 0 ? bytes.length : difference);
        return at < 0 ? -at - 1 : at + 1;
    }

    /// Writes a changed copy of a parsed body, see `ParsedBody.written`.
    private static final class ChangedBody {
        /// Room for what is added, as a part of the body.
        private static final int PART = 4;

        private final ParsedBody parsed;
        private final ObjectNode changed;
        private final ArrayNode elements;
        private final Map<JsonNode, Integer> known = new IdentityHashMap<>();
        private final ByteArrayOutputStream out;

        /// @param elements the history of the changed body
        ChangedBody(ParsedBody parsed, ObjectNode changed, ArrayNode elements) {
            this.parsed = parsed;
            this.changed = changed;
            this.elements = elements;
            this.out = new ByteArrayOutputStream(parsed.bytes().length + parsed.bytes().length / PART);
            JsonNode history = parsed.tree().get(parsed.history());
            // Where the first one begins is not known.
            for (int i = 1; i < parsed.elements(); i++) {
                known.put(history.get(i), i);
            }
        }

        byte[] bytes() {
            char before = '{';
            for (Map.Entry<String, JsonNode> field : changed.properties()) {
                out.write(before);
                write(JsonNodeFactory.instance.textNode(field.getKey()));
                out.write(':');
                if (field.getKey().equals(parsed.history())) {
                    history();
                } else {
                    write(field.getValue());
                }
                before = ',';
            }
            out.write('}');
            return out.toByteArray();
        }

        private void history() {
            char before = '[';
            for (JsonNode element : elements) {
                out.write(before);
                Integer place = known.get(element);
                if (place == null) {
                    write(element);
                } else {
                    int from = start(place);
                    out.write(parsed.bytes(), from, parsed.end(place) - from);
                }
                before = ',';
            }
            if (elements.isEmpty()) {
                out.write(before);
            }
            out.write(']');
        }

        /// Between two elements are a comma and white space.
        private int start(int element) {
            int at = parsed.end(element - 1);
            while (parsed.bytes()[at] != '{') {
                at++;
            }
            return at;
        }

        private void write(JsonNode value) {
            out.writeBytes(StrictJson.write(value));
        }
    }
}
