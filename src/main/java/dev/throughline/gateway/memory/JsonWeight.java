package dev.throughline.gateway.memory;

/// Estimates the heap use of a JSON text while it is decoded, judged, stored and sent on; computed as the
/// text arrives, before anything is decoded.
///
/// A byte counts five times: as received, in the decoded text, in the buffers of the database and backend
/// connections, and in the body that is sent on. Each value has an object besides its text, so `[[],[],[]]`
/// takes many times its length. The factors are estimates.
public final class JsonWeight {
    private static final int PER_BYTE = 5;
    private static final int PER_VALUE = 64;

    private long bytes;
    private long values;
    private boolean isInString;
    private boolean isEscaped;

    /// Minimum weight of a text of this length.
    public static long least(long length) {
        return PER_BYTE * length;
    }

    /// Maximum weight of a text of this length: every second byte a value.
    public static long most(long length) {
        return PER_BYTE * length + PER_VALUE * (length / 2 + 1);
    }

    /// Takes the next bytes of the text, split anywhere.
    public void add(byte[] text, int from, int length) {
        bytes += length;
        boolean inString = isInString;
        boolean escaped = isEscaped;
        long found = 0;
        for (int i = from; i < from + length; i++) {
            byte c = text[i];
            if (inString) {
                if (escaped) {
                    escaped = false;
                } else if (c == '\\') {
                    escaped = true;
                } else if (c == '"') {
                    inString = false;
                }
            } else if (c == '"') {
                inString = true;
            } else if (c == ',' || c == ':' || c == '{' || c == '[') {
                found++;
            }
        }
        isInString = inString;
        isEscaped = escaped;
        values += found;
    }

    /// Heap bytes for what was added.
    public long heapBytes() {
        return PER_BYTE * bytes + PER_VALUE * values;
    }
}
