package dev.throughline.render.jinja;

/// Operators of Python between two values.
public enum ArithmeticOperator {
    ADD("+", "+"),
    SUBTRACT("-", "-"),
    MULTIPLY("*", "*"),
    DIVIDE("/", "/"),
    FLOOR_DIVIDE("//", "//"),
    MODULO("%", "%"),
    POWER("**", "** or pow()");

    private final String token;
    private final String inMessages;

    ArithmeticOperator(String token, String inMessages) {
        this.token = token;
        this.inMessages = inMessages;
    }

    public String token() {
        return token;
    }

    /// As Python names it in a `TypeError`.
    public String inMessages() {
        return inMessages;
    }
}
