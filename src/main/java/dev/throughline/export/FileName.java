package dev.throughline.export;

/// Creates safe file names for downloads.
public final class FileName {
    private static final int MOST = 120;

    private FileName() {}

    /// A value for the header Content-Disposition with a name that is safe on every system: letters,
    /// digits, `-`, `_` and dots between them. Source: RFC 6266, section 4.
    /// @param name without the extension
    public static String disposition(FileKind kind, String name) {
        String shown = kind.isShown() ? "inline" : "attachment";
        return shown + "; filename=\"" + safe(name) + "." + kind.extension() + '"';
    }

    static String safe(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_")
                .replaceAll("\\.{2,}", ".")
                .replaceAll("^[._-]+|[._-]+$", "");
        return plain.isEmpty() ? "export" : plain.substring(0, Math.min(MOST, plain.length()));
    }
}
