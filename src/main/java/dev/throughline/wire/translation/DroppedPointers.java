package dev.throughline.wire.translation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// JSON pointers of what a translation drops, bounded in number and length. Characters that are not allowed
/// in a header are percent-encoded, as in a URI fragment (RFC 6901, 6).
final class DroppedPointers {
    /// Maximum number of recorded pointers.
    private static final int MOST = 100;
    private static final int LONGEST = 200;
    private static final String PLAIN = "_-./~$@:*";

    private final List<String> kept;

    DroppedPointers() {
        this(List.of());
    }

    /// @param before pointers as returned by `list`
    DroppedPointers(List<String> before) {
        this.kept = new ArrayList<>(before);
    }

    void add(String pointer) {
        if (kept.size() < MOST) {
            String written = encoded(pointer);
            kept.add(written.length() > LONGEST ? written.substring(0, LONGEST) : written);
        }
    }

    List<String> list() {
        return List.copyOf(kept);
    }

    /// A name as one token of a pointer.
    static String token(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static String encoded(String pointer) {
        String bounded = pointer.length() > LONGEST ? pointer.substring(0, LONGEST) : pointer;
        var out = new StringBuilder(bounded.length());
        for (byte unit : bounded.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = unit > 0 && (Character.isLetterOrDigit(unit) || PLAIN.indexOf(unit) >= 0);
            if (isPlain) {
                out.append((char) unit);
            } else {
                out.append('%').append(String.format("%02X", unit & 0xff));
            }
        }
        return out.toString();
    }
}
