package dev.throughline.render.jinja;

import dev.throughline.render.jinja.TemplateToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Cuts a template into data and tags, with the white-space rules of `trim_blocks` and `lstrip_blocks`.
/// Source: jinja2 3.1, "Whitespace Control".
final class TemplateLexer {
    private static final Pattern BEGIN = Pattern.compile("\\{([{%#])([-+]?)");
    private static final Pattern RAW = Pattern.compile("\\{%[-+]?\\s*raw\\s*(-%\\}\\s*|%\\})");
    private static final Pattern END_RAW = Pattern.compile("\\{%([-+]?)\\s*endraw\\s*(\\+%\\}|-%\\}\\s*|%\\}\\n?)");
    private static final Pattern END_COMMENT = Pattern.compile("\\+#\\}|-#\\}\\s*|#\\}\\n?");

    private final TemplateSource source;
    private final String text;
    private final CharSequence checked;
    private final List<TemplateToken> tokens = new ArrayList<>();
    private int position;
    private boolean isLineStart = true;

    private TemplateLexer(TemplateSource source) {
        this.source = source;
        this.text = source.text();
        this.checked = CheckedText.of(text);
    }

    static List<TemplateToken> tokens(TemplateSource source) {
        return new TemplateLexer(source).read();
    }

    private List<TemplateToken> read() {
        Matcher begin = BEGIN.matcher(checked);
        while (begin.find(position)) {
            boolean isVariable = begin.group(1).equals("{");
            data(position, begin.start(), begin.group(2), isVariable);
            switch (begin.group(1)) {
                case "#" -> comment(begin.start(), begin.end());
                case "{" -> tag(begin, Kind.VARIABLE_BEGIN, Kind.VARIABLE_END);
                default -> blockOrRaw(begin);
            }
        }
        data(position, text.length());
        tokens.add(new TemplateToken(Kind.END, "", text.length()));
        return tokens;
    }

    private void blockOrRaw(Matcher begin) {
        Matcher raw = RAW.matcher(checked).region(begin.start(), text.length());
        if (!raw.lookingAt()) {
            tag(begin, Kind.BLOCK_BEGIN, Kind.BLOCK_END);
            return;
        }
        Matcher end = END_RAW.matcher(checked);
        if (!end.find(raw.end())) {
            throw source.syntaxError("Missing end of raw directive", begin.start());
        }
        position = raw.end();
        isLineStart = raw.group().endsWith("\n");
        data(raw.end(), end.start(), end.group(1), false);
        moveTo(end.end());
    }

    private void comment(int start, int from) {
        Matcher end = END_COMMENT.matcher(checked);
        if (!end.find(from)) {
            throw source.syntaxError("Missing end of comment tag", start);
        }
        moveTo(end.end());
    }

    private void tag(Matcher begin, Kind first, Kind last) {
        tokens.add(new TemplateToken(first, "", begin.start()));
        TagLexer tag = new TagLexer(source, checked, begin.end(), last);
        tokens.addAll(tag.tokens());
        moveTo(tag.end());
    }

    private void moveTo(int end) {
        position = end;
        isLineStart = text.charAt(end - 1) == '\n';
    }

    private void data(int from, int to, String sign, boolean isVariable) {
        if (sign.equals("-")) {
            int end = from + PythonWhitespace.end(text.substring(from, to), 0);
            data(from, end);
        } else if (sign.isEmpty() && !isVariable) {
            data(from, withoutIndent(from, to));
        } else {
            data(from, to);
        }
    }

    private int withoutIndent(int from, int to) {
        int line = to;
        while (line > from && text.charAt(line - 1) != '\n' && PythonWhitespace.isSpace(text.charAt(line - 1))) {
            line--;
        }
        boolean isIndent = line > from ? text.charAt(line - 1) == '\n' : isLineStart;
        return isIndent ? line : to;
    }

    private void data(int from, int to) {
        if (from < to) {
            tokens.add(new TemplateToken(Kind.DATA, text.substring(from, to), from));
        }
    }
}
