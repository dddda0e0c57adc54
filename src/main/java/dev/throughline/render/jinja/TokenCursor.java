package dev.throughline.render.jinja;

import dev.throughline.render.jinja.TemplateToken.Kind;
import java.util.List;
import java.util.Locale;

/// Walks the tokens of a template.
final class TokenCursor {
    private static final int MAX_NESTING = 150;
    /// The time is checked with every 256th token.
    private static final int CHECK = 0xff;

    private final TemplateSource source;
    private final List<TemplateToken> tokens;
    private int index;
    private int nesting;
    private int conditionals;

    TokenCursor(TemplateSource source) {
        this.source = source;
        this.tokens = TemplateLexer.tokens(source);
    }

    TemplateToken current() {
        return tokens.get(index);
    }

    TemplateToken following() {
        return tokens.get(Math.min(index + 1, tokens.size() - 1));
    }

    TemplateToken next() {
        if ((index & CHECK) == 0) {
            RenderWork.checkTime();
        }
        TemplateToken token = current();
        index = Math.min(index + 1, tokens.size() - 1);
        return token;
    }

    boolean isAt(Kind kind) {
        return current().kind() == kind;
    }

    boolean isAtOperator(String operator) {
        return current().isOperator(operator);
    }

    boolean isAtName(String name) {
        return current().isName(name);
    }

    boolean skipName(String name) {
        return skipIf(isAtName(name));
    }

    boolean skipOperator(String operator) {
        return skipIf(isAtOperator(operator));
    }

    private boolean skipIf(boolean is) {
        if (is) {
            next();
        }
        return is;
    }

    TemplateToken expect(Kind kind) {
        if (!isAt(kind)) {
            throw unexpected(
                    "expected token '" + new TemplateToken(kind, kind.name().toLowerCase(Locale.ROOT), 0).description()
                            + "', got '" + current().description() + "'");
        }
        return next();
    }

    void expectOperator(String operator) {
        if (!skipOperator(operator)) {
            throw unexpected(
                    "expected token '" + operator + "', got '" + current().description() + "'");
        }
    }

    void expectName(String name) {
        if (!skipName(name)) {
            throw unexpected("expected token '" + name + "', got '" + current().description() + "'");
        }
    }

    Position position() {
        return source.positionOf(current().offset());
    }

    TemplateException unexpected(String message) {
        return source.syntaxError(message, current().offset());
    }

    /// From here on an unknown filter or test is an error only if it is reached.
    void enterConditional() {
        conditionals++;
    }

    void leaveConditional() {
        conditionals--;
    }

    /// Resets the conditionals around a loop or macro, and returns how many there were.
    int conditionals(int now) {
        int before = conditionals;
        conditionals = now;
        return before;
    }

    /// Rejects an unknown filter or test whose name was just read, unless it may never be reached.
    void known(boolean isKnown, String what, String name) {
        if (!isKnown && conditionals == 0) {
            Position position = position();
            throw new TemplateException(
                    PythonError.TEMPLATE_ASSERTION_ERROR,
                    "No " + what + " named '" + name + "'.",
                    position.line(),
                    position.column());
        }
    }

    /// Whether the name occurs between the token at `from` and the current one.
    boolean hasName(int from, String name) {
        return tokens.subList(from, index).stream().anyMatch(token -> token.isName(name));
    }

    int index() {
        return index;
    }

    void enter() {
        if (++nesting > MAX_NESTING) {
            throw unexpected("nested too deeply");
        }
    }

    void leave() {
        nesting--;
    }
}
