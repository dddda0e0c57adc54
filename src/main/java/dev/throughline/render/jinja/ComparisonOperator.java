package dev.throughline.render.jinja;

/// Comparisons of Python.
public enum ComparisonOperator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    IN("in"),
    NOT_IN("not in");

    private final String token;

    ComparisonOperator(String token) {
        this.token = token;
    }

    public String token() {
        return token;
    }
}
