package dev.throughline.render.jinja;

import dev.throughline.render.jinja.TemplateToken.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Splits the content of one tag into tokens, up to the tag's end.
final class TagLexer {
    private static final Pattern VARIABLE_END = Pattern.compile("-\\}\\}\\s*|\\}\\}");
    private static final Pattern BLOCK_END = Pattern.compile("\\+%\\}|-%\\}\\s*|%\\}\\n?");
    private static final Pattern SPACE = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern FLOAT = Pattern.compile(
            "(?<!\\.)(?:\\d+_)*\\d++(?:(?:\\.(?:\\d+_)*\\d+)?e[+-]?(?:\\d+_)*\\d+|\\.(?:\\d+_)*\\d+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern INTEGER = Pattern.compile(
            "0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\\da-f])+|[1-9](?:_?\\d)*|0(?:_?0)*", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern OPERATOR = Pattern.compile("//|\\*\\*|==|!=|>=|<=|[-+/*%~\\[\\](){}<>=.:|,;]");

    private final TemplateSource source;
    private final String text;
    private final CharSequence checked;
    private final Pattern endTag;
    private final Kind endKind;
    private final List<TemplateToken> tokens = new ArrayList<>();
    private final Deque<String> open = new ArrayDeque<>();
    private int position;

    TagLexer(TemplateSource source, CharSequence checked, int position, Kind endKind) {
        this.source = source;
        this.text = source.text();
        this.checked = checked;
        this.position = position;
        this.endKind = endKind;
        this.endTag = endKind == Kind.VARIABLE_END ? VARIABLE_END : BLOCK_END;
    }

    List<TemplateToken> tokens() {
        while (tokens.isEmpty() || tokens.getLast().kind() != endKind) {
            if (position >= text.length()) {
                tokens.add(new TemplateToken(Kind.END, "", text.length()));
                return tokens;
            }
            next();
        }
        return tokens;
    }

    /// Where the tag ends.
    int end() {
        return position;
    }

    private void next() {
        if (open.isEmpty() && match(endTag, endKind)) {
            return;
        }
        Matcher space = matcher(SPACE);
        if (space.lookingAt()) {
            position = space.end();
        } else if (!match(FLOAT, Kind.FLOAT) && !match(INTEGER, Kind.INTEGER) && !match(NAME, Kind.NAME)) {
            stringOrOperator();
        }
    }

    private void stringOrOperator() {
        char first = text.charAt(position);
        if (first == '\'' || first == '"') {
            string(first);
            return;
        }
        int at = position;
        if (!match(OPERATOR, Kind.OPERATOR)) {
            throw source.syntaxError("unexpected char '" + first + "' at " + at, at);
        }
        balance(tokens.getLast().text(), at);
    }

    private void balance(String operator, int at) {
        switch (operator) {
            case "{" -> open.push("}");
            case "(" -> open.push(")");
            case "[" -> open.push("]");
            case "}", ")", "]" -> {
                if (open.isEmpty()) {
                    throw source.syntaxError("unexpected '" + operator + "'", at);
                }
                String expected = open.pop();
                if (!expected.equals(operator)) {
                    throw source.syntaxError("unexpected '" + operator + "', expected '" + expected + "'", at);
                }
            }
            default -> {}
        }
    }

    private void string(char quote) {
        int at = position + 1;
        while (at < text.length() && text.charAt(at) != quote) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length()) {
            throw source.syntaxError("unexpected char '" + quote + "' at " + position, position);
        }
        String unescaped = StringEscapes.unescape(source, text.substring(position + 1, at), position);
        tokens.add(new TemplateToken(Kind.STRING, unescaped, position));
        position = at + 1;
    }

    private boolean match(Pattern pattern, Kind kind) {
        Matcher matcher = matcher(pattern);
        if (!matcher.lookingAt()) {
            return false;
        }
        tokens.add(new TemplateToken(kind, matcher.group(), position));
        position = matcher.end();
        return true;
    }

    private Matcher matcher(Pattern pattern) {
        return pattern.matcher(checked).region(position, text.length()).useTransparentBounds(true);
    }

    /// Reads the escapes of a string literal as Python's `unicode-escape` codec does; unknown ones stay as they are.
    private static final class StringEscapes {
        private final TemplateSource source;
        private final String text;
        private final int offset;
        private final StringBuilder out = new StringBuilder();
        private int at;

        private StringEscapes(TemplateSource source, String text, int offset) {
            this.source = source;
            this.text = text;
            this.offset = offset;
        }

        static String unescape(TemplateSource source, String text, int offset) {
            return text.indexOf('\\') < 0 ? text : new StringEscapes(source, text, offset).read();
        }

        private String read() {
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == '\\') {
                    escape(text.charAt(at++));
                } else {
                    out.append(c);
                }
            }
            return out.toString();
        }

        private void escape(char c) {
            switch (c) {
                case '\n' -> {}
                case '\\', '\'', '"' -> out.append(c);
                case 'a' -> out.append('\u0007');
                case 'b' -> out.append('\b');
                case 'f' -> out.append('\f');
                case 'n' -> out.append('\n');
                case 'r' -> out.append('\r');
                case 't' -> out.append('\t');
                case 'v' -> out.append('\u000b');
                case 'x' -> hex(2);
                case 'u' -> hex(4);
                case 'U' -> hex(8);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
                case 'N' -> named();
                default -> out.append('\\').append(c);
            }
        }

        private void hex(int digits) {
            int end = at + digits;
            if (end > text.length()) {
                throw malformed();
            }
            try {
                out.appendCodePoint(Integer.parseUnsignedInt(text, at, end, 16));
            } catch (IllegalArgumentException _) {
                throw malformed();
            }
            at = end;
        }

        private void octal() {
            int end = at;
            while (end < text.length() && end < at + 2 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
                end++;
            }
            out.append((char) Integer.parseInt(text, at - 1, end, 8));
            at = end;
        }

        private void named() {
            int end = text.indexOf('}', at);
            if (at >= text.length() || text.charAt(at) != '{' || end < 0) {
                throw malformed();
            }
            try {
                out.appendCodePoint(Character.codePointOf(text.substring(at + 1, end)));
            } catch (IllegalArgumentException _) {
                throw malformed();
            }
            at = end + 1;
        }

        private TemplateException malformed() {
            return source.syntaxError("malformed escape in a string", offset);
        }
    }
}
