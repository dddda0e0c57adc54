package dev.throughline.gateway.memory;

/// Estimates what a JSON text takes of the heap while it is decoded, judged, stored and sent on; it is counted as the
/// text arrives, before anything is decoded.
///
/// A byte counts five times: as it came, in the decoded text, in the buffers of the record and of the backend's
/// connection, and in the body that is sent on. Each value has an object beside its text, so `[[],[],[]]` takes many
/// times its length. The factors are estimates.
public final class JsonWeight {
    private static final int PER_BYTE = 5;
    private static final int PER_VALUE = 64;

    private long bytes;
    private long values;
    private boolean isInString;
    private boolean isEscaped;

    /// What a text of this length weighs at least.
    public static long least(long length) {
        return PER_BYTE * length;
    }

    /// What a text of this length weighs at most: every second byte a value.
    public static long most(long length) {
        return PER_BYTE * length + PER_VALUE * (length / 2 + 1);
    }

    /// Takes the next bytes of the text, cut anywhere.
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

    /// Bytes of the heap that what was added takes.
    public long heapBytes() {
        return PER_BYTE * bytes + PER_VALUE * values;
    }
}
