package dev.throughline.filter;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The notation of markers in `families.json`: literal text in which a space stands for any white space or none,
/// `{name}` for a tool, `{key}` for an argument, `{type}` for a type in an attribute, `{word}` and `{any}` for what
/// differs from call to call, `{bar}` for the vertical bars of DSML, `{/}` for an empty element, `{upper}` for
/// a capital letter that must follow, `{start}` for the place before any text, and `{?text}` for text that may be
/// missing.
///
/// Each part has a bounded length, so that a match is decided within a bounded number of characters.
final class FamilyNotation {
    static final String SPACE = "[\\s\u0120]{0,64}";
    static final String START = "{start}";
    private static final Map<String, String> PARTS = Map.of(
            "name",
            "(?<name>[^\\s<>(){}\\[\\]\"'|=,]{1,128}?)",
            "key",
            "(?<key>[^<>\"=\\n/][^<>\"=\\n]{0,127}?)",
            "type",
            "(?<type>[^\"<>]{0,32})",
            "word",
            "[^\\s<>\\[\\]{}|=]{0,64}",
            "any",
            "[^<>|]{0,128}?",
            "bar",
            "[|\uFF5C\u2016]{1,2}",
            "/",
            "(?<empty>/)?" + SPACE,
            "upper",
            "(?=\\p{Lu})",
            START.substring(1, START.length() - 1),
            "");
    private static final Pattern TOKEN = Pattern.compile("\\{(\\?[^{}]+|/|[a-z]+)}|\\s+|[^{\\s]+|\\{");

    private FamilyNotation() {}

    /// The regular expression of a marker.
    static String source(String notation) {
        return TOKEN.matcher(notation)
                .results()
                .map(token -> {
                    String part = token.group(1);
                    if (part != null && part.startsWith("?")) {
                        return "(?:" + source(part.substring(1)) + ")?";
                    }
                    if (part != null && PARTS.containsKey(part)) {
                        return PARTS.get(part);
                    }
                    return token.group().isBlank() ? SPACE : Pattern.quote(token.group());
                })
                .collect(Collectors.joining());
    }

    /// The regular expression of any of some markers, without groups.
    static String any(List<String> notations) {
        return notations.stream()
                .map(FamilyNotation::source)
                .map(each -> each.replaceAll("\\(\\?<[a-z]+>", "(?:"))
                .collect(Collectors.joining("|", "(?:", ")"));
    }

    /// Whether a marker is the same text in each answer.
    static boolean isLiteral(String notation) {
        return !notation.isEmpty() && literal(notation).length() == notation.length();
    }

    /// The literal text that a marker begins with.
    static String literal(String notation) {
        int end = 0;
        while (end < notation.length()
                && notation.charAt(end) != '{'
                && !Character.isWhitespace(notation.charAt(end))) {
            end++;
        }
        return notation.substring(0, end);
    }

    /// The beginning of a marker that is the same in each call.
    static String opener(String notation) {
        int end = 0;
        while (end < notation.length() && !Character.isWhitespace(notation.charAt(end))) {
            if (notation.charAt(end) == '{' && !notation.startsWith("{bar}", end) && !notation.startsWith("{?", end)) {
                break;
            }
            end = notation.charAt(end) == '{' ? notation.indexOf('}', end) + 1 : end + 1;
        }
        return source(notation.substring(0, end));
    }

    /// The characters that a marker may begin with.
    static String firsts(String notation) {
        StringBuilder found = new StringBuilder();
        int at = notation.startsWith(START) ? START.length() : 0;
        while (notation.startsWith("{?", at)) {
            found.append(notation.charAt(at + 2));
            at = notation.indexOf('}', at) + 1;
        }
        if (at < notation.length()) {
            found.append(notation.charAt(at));
        }
        return found.toString();
    }
}
