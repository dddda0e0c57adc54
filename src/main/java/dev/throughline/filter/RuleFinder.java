package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.FormMarkers;
import dev.throughline.filter.FamilyMarkers.Rule;
import java.util.List;
import java.util.regex.Matcher;

/// Finds the marker at a position of a text that may go on.
final class RuleFinder {
    static final int NONE = -1;
    /// More text decides whether there is one.
    static final int UNDECIDED = -2;
    /// The answer has ended inside the opener of a call.
    static final int UNFINISHED = -3;

    private final List<Rule> rules;
    private final DeclaredTools tools;
    private final Place place;
    private final Matcher[] matchers;

    /// What surrounds the position.
    interface Place {
        /// Whether this marker counts here.
        boolean counts(Rule rule);

        /// Whether only a declared name makes a call here.
        boolean mustDeclare(FormMarkers form, Matcher matcher);
    }

    RuleFinder(List<Rule> rules, DeclaredTools tools, Place place) {
        this.rules = rules;
        this.tools = tools;
        this.place = place;
        this.matchers = rules.stream().map(rule -> rule.pattern().matcher("")).toArray(Matcher[]::new);
    }

    /// The number of the rule whose marker begins here, or what there is instead.
    /// @param isEnd whether no text follows
    int find(String source, int from, boolean isEnd) {
        int otherwise = NONE;
        char first = source.charAt(from);
        for (int number = 0; number < matchers.length; number++) {
            Rule rule = rules.get(number);
            if (!begins(source, from, rule.literal()) || rule.firsts().indexOf(first) < 0 || !place.counts(rule)) {
                continue;
            }
            Matcher matcher = matchers[number];
            matcher.reset(source).region(from, source.length());
            boolean isFound = matcher.lookingAt();
            if (matcher.hitEnd() && !isEnd) {
                return UNDECIDED;
            }
            if (isFound && isPossible(rule, matcher)) {
                return number;
            }
            boolean isOpener = !isFound
                    && matcher.hitEnd()
                    && rule.opener()
                            .matcher(source)
                            .region(from, source.length())
                            .lookingAt();
            otherwise = isOpener ? UNFINISHED : otherwise;
        }
        return otherwise;
    }

    /// Whether a text begins with a literal, as far as it goes; the second character usually decides.
    private static boolean begins(String source, int from, String literal) {
        int length = Math.min(literal.length(), source.length() - from);
        return (length < 2 || literal.charAt(1) == source.charAt(from + 1))
                && source.regionMatches(from, literal, 0, length);
    }

    /// The match of the rule found last.
    Matcher matcher(int number) {
        return matchers[number];
    }

    private boolean isPossible(Rule rule, Matcher matcher) {
        return rule.form()
                .filter(form -> FamilyMarkers.isNamed(form.form()) && place.mustDeclare(form, matcher))
                .map(form -> tools.declares(name(form, matcher.group("name"))))
                .orElse(true);
    }

    /// The name of the tool that a model means: without what it writes around it.
    String name(FormMarkers form, String written) {
        String prefix = form.form().prefix();
        if (prefix == null || tools.declares(written)) {
            return written;
        }
        String name = written.startsWith(prefix) ? written.substring(prefix.length()) : written;
        return name.replaceFirst(":\\d{1,9}$", "");
    }
}
