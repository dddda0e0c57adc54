package dev.throughline.render;

import dev.throughline.render.jinja.CheckedText;
import dev.throughline.render.jinja.RenderWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds markers in the text written by a template: tokens of the vocabulary, and words in brackets.
final class MarkerScan {
    private static final Pattern BRACKETED = Pattern.compile(
            "<[|\uFF5C]?[^\\s<>|\uFF5C\"']{1,60}[|\uFF5C]?>|\\[/?[A-Z_]{3,40}]|\u25C1/?\\w{1,40}\u25B7");
    private static final Pattern CALL_NAME = Pattern.compile("(?i)(?<![a-z])(?:tool|function)[^a-z]?calls?(?![a-z])");
    private static final Pattern REASONING_NAME =
            Pattern.compile("(?i)(?<![a-z])(?:think|thinking|thought|thoughts|reason|reasoning|cot)(?![a-z])");

    private final List<String> vocabulary;

    /// @param vocabulary added tokens of the model; may be empty
    MarkerScan(Set<String> vocabulary) {
        this.vocabulary = vocabulary.stream()
                .filter(token -> token.length() > 2 && !token.isBlank() && !Character.isLetterOrDigit(token.charAt(0)))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /// A marker and its position.
    record MarkerMatch(String text, int start, int end) {}

    /// All markers, in order, without overlap.
    List<MarkerMatch> all(String text) {
        List<MarkerMatch> found = new ArrayList<>();
        Matcher bracketed = BRACKETED.matcher(CheckedText.of(text));
        int at = 0;
        while (at < text.length()) {
            RenderWork.checkTime();
            int start = at;
            Optional<String> token = vocabulary.stream()
                    .filter(each -> text.startsWith(each, start))
                    .findFirst();
            bracketed.region(at, text.length());
            int end = token.map(each -> start + each.length())
                    .orElseGet(() -> bracketed.lookingAt() ? bracketed.end() : start);
            if (end > start) {
                found.add(new MarkerMatch(text.substring(start, end), start, end));
            }
            at = Math.max(at + 1, end);
        }
        return found;
    }

    Optional<String> first(String text) {
        return all(text).stream().map(MarkerMatch::text).findFirst();
    }

    /// Whether a marker's name says that it is about reasoning.
    static boolean namesReasoning(String marker) {
        return REASONING_NAME.matcher(marker.replace('_', ' ')).find();
    }

    /// Whether a marker's name says that it is about tool calls.
    static boolean namesCalls(String marker) {
        return CALL_NAME.matcher(marker).find();
    }

    /// Whether a marker's name says that it begins something.
    static boolean isOpener(String marker) {
        return !marker.contains("/") && !marker.toLowerCase(Locale.ROOT).contains("end");
    }

    /// The first marker that does not close one of `opened`.
    Optional<String> firstThatClosesNone(String text, List<MarkerMatch> opened) {
        return all(text).stream()
                .map(MarkerMatch::text)
                .filter(marker ->
                        opened.stream().noneMatch(each -> closers(each.text()).contains(marker)))
                .findFirst();
    }

    /// Candidate names for the closer of an opener, the most usual first.
    static List<String> closers(String opener) {
        List<String> names = new ArrayList<>();
        names.add(opener.replaceFirst("^([<\\[\u25C1][|\uFF5C]?)", "$1/"));
        names.add(opener.replace("START", "END"));
        names.add(opener.replace("start", "end"));
        names.add(opener.replace("begin", "end"));
        names.add(opener.replace("BEGIN", "END"));
        names.add(opener.replace("prefix", "suffix"));
        if (opener.startsWith("<|") && opener.endsWith(">") && !opener.endsWith("|>")) {
            names.add("<" + opener.substring(2, opener.length() - 1) + "|>");
        }
        names.removeIf(opener::equals);
        return names;
    }
}
