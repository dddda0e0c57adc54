package dev.throughline.render.jinja;

/// A template that cannot be parsed, or a rendering that ended with an error: with the class of the error that Python
/// raises, and the line and column of the template, counted from 1 (0 where unknown).
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final int LONGEST_NAME = 200;

    private final PythonError error;
    private final int line;
    private final int column;

    public TemplateException(PythonError error, String message) {
        this(error, message, 0, 0);
    }

    public TemplateException(PythonError error, String message, int line, int column) {
        super(message, null, false, false);
        this.error = error;
        this.line = line;
        this.column = column;
    }

    public static TemplateException type(String message) {
        return new TemplateException(PythonError.TYPE_ERROR, message);
    }

    /// A name in a message that is kept, and not thrown: its beginning, if it is long.
    static String quoted(String name) {
        return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name;
    }

    public static TemplateException value(String message) {
        return new TemplateException(PythonError.VALUE_ERROR, message);
    }

    /// The class of the error.
    public PythonError error() {
        return error;
    }

    /// The line of the template, from 1, or 0.
    public int line() {
        return line;
    }

    /// The column in that line, from 1, or 0.
    public int column() {
        return column;
    }

    /// This error at a place of the template, unless it has one.
    public TemplateException at(Position position) {
        return line > 0
                ? this
                : new TemplateException(error, String.valueOf(getMessage()), position.line(), position.column());
    }
}
