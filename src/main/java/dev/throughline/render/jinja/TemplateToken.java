package dev.throughline.render.jinja;

/// A piece of a template as the lexer cuts it. `text` is the data, the name, the operator, the digits of a number, or
/// the unescaped string.
record TemplateToken(Kind kind, String text, int offset) {
    enum Kind {
        DATA,
        VARIABLE_BEGIN,
        VARIABLE_END,
        BLOCK_BEGIN,
        BLOCK_END,
        NAME,
        STRING,
        INTEGER,
        FLOAT,
        OPERATOR,
        END
    }

    boolean isOperator(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    /// As error messages name it.
    String description() {
        return switch (kind) {
            case DATA -> "template data / text";
            case VARIABLE_BEGIN -> "begin of print statement";
            case VARIABLE_END -> "end of print statement";
            case BLOCK_BEGIN -> "begin of statement block";
            case BLOCK_END -> "end of statement block";
            case END -> "end of template";
            case NAME, STRING, INTEGER, FLOAT, OPERATOR -> text;
        };
    }
}
