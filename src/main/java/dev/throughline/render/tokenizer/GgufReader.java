package dev.throughline.render.tokenizer;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Reads the metadata of a GGUF file from a stream, and nothing after it.
///
/// A file may be hostile: counts and lengths are bounded, and memory is allocated for what was read, not
/// for what is announced. Source: `gguf.md` of ggml, versions 2 and 3, little-endian.
final class GgufReader {
    private static final int MAGIC = 0x46554747;
    private static final int MAX_ENTRIES = 100_000;
    private static final int MAX_KEY = 65_535;
    private static final int MAX_STRING = 8 << 20;
    private static final long MAX_KEPT = 256L << 20;
    private static final int STRING = 8;
    private static final int ARRAY = 9;
    /// Bytes of a value of each type; 0 for strings and arrays.
    private static final int[] WIDTHS = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

    private final InputStream in;
    private final Predicate<String> isWanted;
    private final Map<String, Object> found = new HashMap<>();
    private String key = "";
    private long kept;

    /// @param isWanted which keys are kept; the values of others are skipped
    GgufReader(InputStream in, Predicate<String> isWanted) {
        this.in = in;
        this.isWanted = isWanted;
    }

    /// The wanted values by key: `String`, `Long` (numbers and booleans; fractions are left out) or `List` of these.
    Map<String, Object> read() throws IOException {
        try {
            header();
            return found;
        } catch (EOFException e) {
            throw problem("the file ends inside its metadata");
        }
    }

    private void header() throws IOException {
        if (number(4) != MAGIC) {
            throw problem("not a GGUF file");
        }
        long version = number(4);
        if (version != 2 && version != 3) {
            throw problem("GGUF version " + version + " is not supported; little-endian 2 and 3 are");
        }
        number(8);
        long entries = number(8);
        if (entries < 0 || entries > MAX_ENTRIES) {
            throw problem("announces more than " + MAX_ENTRIES + " entries of metadata");
        }
        for (long entry = 0; entry < entries; entry++) {
            key = "";
            key = string(MAX_KEY);
            entry((int) number(4));
        }
    }

    private void entry(int type) throws IOException {
        boolean isKept = isWanted.test(key);
        if (type == ARRAY) {
            int element = (int) number(4);
            long count = number(8);
            if (count < 0 || count > Vocabulary.MAX_ID) {
                throw problem("announces an array of more than " + Vocabulary.MAX_ID + " values");
            }
            if (isKept) {
                found.put(key, list(element, (int) count));
            } else {
                skip(element, count);
            }
        } else if (isKept) {
            found.put(key, value(type));
        } else {
            skip(type, 1);
        }
    }

    private List<Object> list(int type, int count) throws IOException {
        List<Object> values = new ArrayList<>(Math.min(count, 1 << 16));
        for (int index = 0; index < count; index++) {
            values.add(value(type));
        }
        return values;
    }

    private Object value(int type) throws IOException {
        if (type == STRING) {
            return string(MAX_STRING);
        }
        keep(16);
        return number(width(type));
    }

    private void skip(int type, long count) throws IOException {
        if (type == STRING) {
            for (long index = 0; index < count; index++) {
                in.skipNBytes(length(Integer.MAX_VALUE));
            }
        } else {
            in.skipNBytes(width(type) * count);
        }
    }

    private int width(int type) {
        if (type < 0 || type >= WIDTHS.length || WIDTHS[type] == 0) {
            throw problem("values of type " + type + " are not supported here");
        }
        return WIDTHS[type];
    }

    private String string(int limit) throws IOException {
        int length = length(limit);
        keep(length + 40);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int length(int limit) throws IOException {
        long length = number(8);
        if (length < 0 || length > limit) {
            throw problem("announces a string of more than " + limit + " bytes");
        }
        return (int) length;
    }

    private void keep(int bytes) {
        kept += bytes;
        if (kept > MAX_KEPT) {
            throw problem("has more than " + (MAX_KEPT >> 20) + " MB of metadata");
        }
    }

    private long number(int width) throws IOException {
        long value = 0;
        for (int index = 0; index < width; index++) {
            int each = in.read();
            if (each < 0) {
                throw new EOFException();
            }
            value |= (long) each << 8 * index;
        }
        return value;
    }

    private TokenizerFormatException problem(String message) {
        return new TokenizerFormatException(key, message);
    }
}
