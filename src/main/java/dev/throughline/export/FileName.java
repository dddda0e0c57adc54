package dev.throughline.export;

/// Names for files that others save.
public final class FileName {
    private static final int MOST = 120;

    private FileName() {}

    /// A value for the header Content-Disposition with a name that is safe on every system: letters, digits, `-`, `_`
    /// and dots between them.
    /// Source: RFC 6266, section 4.
    /// @param isShown whether a browser shows the file rather than saving it
    public static String disposition(boolean isShown, String name) {
        return (isShown ? "inline" : "attachment") + "; filename=\"" + safe(name) + '"';
    }

    static String safe(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_")
                .replaceAll("\\.{2,}", ".")
                .replaceAll("^[._-]+|[._-]+$", "");
        return plain.isEmpty() ? "export" : plain.substring(0, Math.min(MOST, plain.length()));
    }
}
