package dev.throughline.render.jinja;

import dev.throughline.render.jinja.FilterLibrary.JinjaFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Filters for HTML and URLs. Source: jinja2 3.1.6, `filters.py` and `utils.py`; markupsafe 3.0.
final class MarkupFilterLibrary {
    private static final Pattern ENTITY = Pattern.compile("&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,6});?");
    private static final Map<String, String> ENTITIES = Map.of(
            "amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", "\u00a0", "copy", "\u00a9", "AMP", "&",
            "LT", "<", "GT", ">");
    private static final Pattern BAD_KEY = Pattern.compile("[\\s/>=]");
    private static final Pattern SPACES = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern MAIL = Pattern.compile("\\S+@\\w[\\w.-]*\\.\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:(?:https?://|www\\.)(?:(?:[\\w%-]+\\.)+)?(?:[a-z]{2,63}|xn--[\\w%]{2,59})"
                    + "|(?:[\\w%-]{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)"
                    + "|https?://(?:\\d{1,3}(?:\\.\\d{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}(?:[\\da-f]{0,4}:?){1,6}]))"
                    + "(?::\\d{1,5})?(?:[/?#]\\S*)?",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);
    private static final String[][] PAIRS = {{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}};
    private static final int LONGEST_WORD = 4_096;

    private MarkupFilterLibrary() {}

    static void addTo(Map<String, JinjaFilter> filters) {
        filters.put("striptags", (state, input, _) -> striptags(state, PythonText.str(state, input)));
        filters.put("urlencode", (state, input, _) -> urlencode(state, input));
        filters.put("xmlattr", MarkupFilterLibrary::attributes);
        filters.put("urlize", MarkupFilterLibrary::links);
    }

    private static TextValue striptags(RenderState state, TextValue input) {
        state.budget().characters(4L * input.value().length());
        String open = without(input.value(), "<!--", "-->");
        String plain = without(open, "<", ">");
        String joined = String.join(" ", List.of(SPACES.split(CheckedText.of(plain.strip()))));
        Matcher entity = ENTITY.matcher(CheckedText.of(joined));
        String text = entity.replaceAll(match -> Matcher.quoteReplacement(unescaped(match.group(), match.group(1))));
        return text.equals(input.value()) ? input : state.text(text, input.valueOrigin());
    }

    /// Without what is between marks, the marks included. Both are looked for from the beginning of what is left.
    private static String without(String text, String open, String close) {
        StringBuilder kept = new StringBuilder();
        int at = 0;
        while (true) {
            int from = text.indexOf(open, at);
            int to = from < 0 ? -1 : text.indexOf(close, from);
            if (to < 0) {
                return kept.append(text, at, text.length()).toString();
            }
            kept.append(text, at, from);
            at = to + close.length();
        }
    }

    private static String unescaped(String whole, String name) {
        if (!name.startsWith("#")) {
            return ENTITIES.getOrDefault(name, whole);
        }
        boolean isHex = name.charAt(1) == 'x' || name.charAt(1) == 'X';
        int code = Integer.parseInt(name.substring(isHex ? 2 : 1), isHex ? 16 : 10);
        return Character.isValidCodePoint(code) && code != 0 ? Character.toString(code) : "\ufffd";
    }

    private static TemplateValue urlencode(RenderState state, TemplateValue input) {
        if (input instanceof TextValue
                || input instanceof TemplateValue.NoneValue
                || input instanceof TemplateValue.UndefinedValue
                || ValueCoercion.isNumber(input)) {
            return quoted(state, input, false);
        }
        List<TemplateValue> pairs = input instanceof TemplateValue.DictValue dict
                ? CollectionMethodLibrary.pairs(state, dict)
                : Iteration.list(state, input);
        TextValueBuilder out = state.builder();
        String between = "";
        for (TemplateValue pair : pairs) {
            if (ValueCoercion.isNumber(pair) || pair instanceof TemplateValue.NoneValue) {
                throw TemplateException.type("cannot unpack non-iterable " + pair.typeName() + " object");
            }
            List<TemplateValue> parts = Iteration.list(state, pair);
            if (parts.size() != 2) {
                throw TemplateException.value("not enough values to unpack (expected 2, got " + parts.size() + ")");
            }
            out.append(between, state.origin())
                    .append(quoted(state, parts.getFirst(), true))
                    .append("=", state.origin())
                    .append(quoted(state, parts.getLast(), true));
            between = "&";
        }
        return out.build();
    }

    private static TextValue quoted(RenderState state, TemplateValue value, boolean isQuery) {
        return MappedText.map(state, PythonText.str(state, value), c -> percent(c, isQuery));
    }

    private static String percent(int c, boolean isQuery) {
        if (c < 0x80 && (Character.isLetterOrDigit(c) || "_.-~".indexOf(c) >= 0 || c == '/' && !isQuery)) {
            return Character.toString(c);
        }
        if (c == ' ' && isQuery) {
            return "+";
        }
        StringBuilder out = new StringBuilder();
        for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
            out.append("%%%02X".formatted(octet & 0xff));
        }
        return out.toString();
    }

    private static TemplateValue attributes(RenderState state, TemplateValue input, TemplateArguments arguments) {
        ValueCoercion.refuseUndefined(input);
        if (!(input instanceof TemplateValue.DictValue dict)) {
            throw new TemplateException(
                    PythonError.ATTRIBUTE_ERROR, "'" + input.typeName() + "' object has no attribute 'items'");
        }
        boolean isSpaced = arguments.get(0, "autospace", TemplateValue.TRUE).isTrue();
        TextValueBuilder out = state.builder();
        for (Map.Entry<TemplateValue, TemplateValue> entry : dict.entries().entrySet()) {
            boolean isAbsent = entry.getValue() instanceof TemplateValue.NoneValue
                    || entry.getValue() instanceof TemplateValue.UndefinedValue;
            if (isAbsent) {
                continue;
            }
            if (!(entry.getKey() instanceof TextValue key)) {
                throw TemplateException.type("expected string or bytes-like object, got '"
                        + entry.getKey().typeName() + "'");
            }
            if (BAD_KEY.matcher(CheckedText.of(key.value())).find()) {
                throw TemplateException.value(
                        "Invalid character in attribute name: '" + TemplateException.quoted(key.value()) + "'");
            }
            out.append(out.length() > 0 || isSpaced ? " " : "", state.origin())
                    .append(HtmlEscape.escape(state, key))
                    .append("=\"", state.origin())
                    .append(HtmlEscape.escape(state, PythonText.str(state, entry.getValue())))
                    .append("\"", state.origin());
        }
        return out.build();
    }

    private static TemplateValue links(RenderState state, TemplateValue input, TemplateArguments arguments) {
        TemplateValue limitGiven = arguments.get(0, "trim_url_limit");
        int limit = limitGiven instanceof TemplateValue.NoneValue ? Integer.MAX_VALUE : ValueCoercion.index(limitGiven);
        String attributes = attributes(state, arguments);
        TextValue escaped = HtmlEscape.escape(state, PythonText.str(state, input));
        state.budget().scan(32L * escaped.value().length());
        List<String> parts = new ArrayList<>();
        Matcher spaces = SPACES.matcher(CheckedText.of(escaped.value()));
        int at = 0;
        boolean isChanged = false;
        while (at < escaped.value().length()) {
            RenderWork.checkTime();
            boolean isFound = spaces.find();
            String word = escaped.value()
                    .substring(at, isFound ? spaces.start() : escaped.value().length());
            String linked = word.length() > LONGEST_WORD ? word : linked(word, limit, attributes);
            isChanged |= !linked.equals(word);
            parts.add(linked);
            parts.add(isFound ? spaces.group() : "");
            at = isFound ? spaces.end() : escaped.value().length();
        }
        return isChanged ? state.text(String.join("", parts), escaped.valueOrigin()) : escaped.asMarkup(false);
    }

    private static String attributes(RenderState state, TemplateArguments arguments) {
        TreeSet<String> relations = new TreeSet<>(List.of("noopener"));
        if (arguments.isTrue(1, "nofollow")) {
            relations.add("nofollow");
        }
        TemplateValue given = arguments.get(3, "rel");
        if (given instanceof TextValue text) {
            relations.addAll(List.of(text.value().strip().split("\\s+")));
            relations.remove("");
        }
        TemplateValue target = arguments.get(2, "target");
        String shown = target.isTrue()
                ? " target=\""
                        + HtmlEscape.escape(state, PythonText.str(state, target))
                                .value() + "\""
                : "";
        return " rel=\""
                + HtmlEscape.escape(state, state.text(String.join(" ", relations)))
                        .value() + "\"" + shown;
    }

    private static String linked(String word, int limit, String attributes) {
        int begin = 0;
        while (begin < word.length() && ("(<".indexOf(word.charAt(begin)) >= 0 || word.startsWith("&lt;", begin))) {
            begin += word.charAt(begin) == '&' ? "&lt;".length() : 1;
        }
        int end = word.length();
        while (end > begin && (")>.,\n".indexOf(word.charAt(end - 1)) >= 0 || word.startsWith("&gt;", end - 4))) {
            end -= word.charAt(end - 1) == ';' ? "&gt;".length() : 1;
        }
        String head = word.substring(0, begin);
        String middle = word.substring(begin, end);
        String tail = word.substring(end);
        for (String[] pair : PAIRS) {
            int missing = count(middle, pair[0]) - count(middle, pair[1]);
            int moves = missing <= 0 ? 0 : Math.min(count(middle, pair[0]), count(tail, pair[1]));
            for (int move = 0; move < moves; move++) {
                int moved = tail.indexOf(pair[1]) + pair[1].length();
                middle += tail.substring(0, moved);
                tail = tail.substring(moved);
            }
        }
        return head + link(middle, limit, attributes) + tail;
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static String link(String text, int limit, String attributes) {
        if (ADDRESS.matcher(CheckedText.of(text)).matches()) {
            String scheme = text.startsWith("https://") || text.startsWith("http://") ? "" : "https://";
            String shown = text.length() > limit ? text.substring(0, Math.max(0, limit)) + "..." : text;
            return "<a href=\"" + scheme + text + "\"" + attributes + ">" + shown + "</a>";
        }
        if (text.startsWith("mailto:")
                && MAIL.matcher(CheckedText.of(text.substring("mailto:".length())))
                        .matches()) {
            return "<a href=\"" + text + "\">" + text.substring("mailto:".length()) + "</a>";
        }
        boolean isMail = text.contains("@")
                && !text.startsWith("www.")
                && !text.startsWith("@")
                && !text.contains(":")
                && MAIL.matcher(CheckedText.of(text)).matches();
        return isMail ? "<a href=\"mailto:" + text + "\">" + text + "</a>" : text;
    }
}
