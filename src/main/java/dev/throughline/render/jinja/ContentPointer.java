package dev.throughline.render.jinja;

/// An RFC 6901 JSON pointer into the context of a rendering, built as the context is walked and written only on
/// demand.
public final class ContentPointer {
    /// The whole context; its text is empty.
    public static final ContentPointer ROOT = new ContentPointer();

    private static final int NO_MESSAGE = -1;

    private final ContentPointer parent;
    private final String segment;
    private final int message;

    private ContentPointer() {
        this.parent = this;
        this.segment = "";
        this.message = NO_MESSAGE;
    }

    private ContentPointer(ContentPointer parent, String segment, int message) {
        this.parent = parent;
        this.segment = segment;
        this.message = message;
    }

    /// The pointer to the member `key` of the object that this points to.
    public ContentPointer member(String key) {
        return new ContentPointer(this, key, message);
    }

    /// The pointer to element `index`, counted from 0, of the array that this points to.
    public ContentPointer element(int index) {
        boolean isMessages = parent == ROOT && segment.equals("messages");
        return new ContentPointer(this, Integer.toString(index), isMessages ? index : message);
    }

    /// The index below `/messages` that this lies in, or -1.
    public int message() {
        return message;
    }

    @Override
    public String toString() {
        return write(new StringBuilder()).toString();
    }

    private StringBuilder write(StringBuilder to) {
        return this == ROOT
                ? to
                : parent.write(to).append('/').append(segment.replace("~", "~0").replace("/", "~1"));
    }
}
