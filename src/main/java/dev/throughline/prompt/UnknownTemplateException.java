package dev.throughline.prompt;

import java.util.List;

/// No template has this name, or is known for this model.
public final class UnknownTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> known;

    UnknownTemplateException(String name, List<String> known) {
        super("No template is known for \"" + name + "\"", null, false, false);
        this.known = known;
    }

    /// The names that there are.
    public List<String> known() {
        return known;
    }
}
