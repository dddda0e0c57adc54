package dev.throughline.prompt;

import java.util.List;

/// No template has this name, or none is known for this model.
public final class UnknownTemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final transient List<String> known;

    public UnknownTemplateException(String name, List<String> known) {
        super("No template is known for \"" + name + "\"", null, false, false);
        this.name = name;
        this.known = known;
    }

    /// The name of the model or template.
    public String name() {
        return name;
    }

    /// The available names.
    public List<String> known() {
        return known;
    }
}
