package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.FormMarkers;
import dev.throughline.filter.FamilyMarkers.Rule;
import java.util.List;
import java.util.regex.Matcher;

/// Finds the marker at a position of a text that may go on.
final class StreamMarkerFinder {
    static final int NONE = -1;
    /// More text decides whether there is one.
    static final int UNDECIDED = -2;
    /// The answer has ended inside the opener of a call.
    static final int UNFINISHED = -3;

    private final List<Rule> rules;
    private final MarkerIndex index;
    private final DeclaredTools tools;
    private final MarkerPlace place;
    private final Matcher[] matchers;

    StreamMarkerFinder(FamilyMarkers markers, DeclaredTools tools, MarkerPlace place) {
        this.rules = markers.rules();
        this.index = markers.index();
        this.tools = tools;
        this.place = place;
        this.matchers = rules.stream().map(rule -> rule.pattern().matcher("")).toArray(Matcher[]::new);
    }

    /// The first position from here where a marker may begin; the end of the text for none.
    int next(String source, int from) {
        return index.next(source, from);
    }

    /// The number of the rule whose marker begins here, or what there is instead.
    /// @param isEnd whether no text follows
    int find(String source, int from, boolean isEnd) {
        int otherwise = NONE;
        char first = source.charAt(from);
        for (long left = index.at(source, from); left != 0; left &= left - 1) {
            int number = Long.numberOfTrailingZeros(left);
            Rule rule = rules.get(number);
            if (!begins(source, from, rule.literal()) || rule.firsts().indexOf(first) < 0 || !place.counts(rule)) {
                continue;
            }
            if (!isEnd && source.length() - from < rule.literal().length()) {
                return UNDECIDED;
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

    /// Whether a text begins with a literal, as far as it goes.
    private static boolean begins(String source, int from, String literal) {
        return source.regionMatches(from, literal, 0, Math.min(literal.length(), source.length() - from));
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
