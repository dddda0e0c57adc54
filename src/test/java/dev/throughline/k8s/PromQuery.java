package dev.throughline.k8s;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A question to Prometheus, as far as it names things. Understands what the dashboard and the alerts use of PromQL.
///
/// @param selections the series that it reads
/// @param grouping the labels that it groups by
record PromQuery(List<Selection> selections, Set<String> grouping) {
    private static final Pattern AROUND = Pattern.compile("\\[[^\\]]*]|\\boffset\\s+\\w+");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w:$])([a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(?:(\\()|\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool");

    /// Series by name, and what their labels must be.
    record Selection(String metric, List<Condition> conditions) {}

    /// @param values those that the label may have, or may not
    record Condition(String label, List<String> values) {}

    static PromQuery of(String text) {
        String bare = AROUND.matcher(text).replaceAll("");
        Set<String> grouping = new TreeSet<>();
        GROUPING.matcher(bare)
                .results()
                .forEach(found ->
                        Stream.of(found.group(1).split(",")).map(String::strip).forEach(grouping::add));
        List<Selection> selections = NAME.matcher(GROUPING.matcher(bare).replaceAll(""))
                .results()
                .filter(found -> found.group(2) == null && !WORDS.contains(found.group(1)))
                .map(PromQuery::selection)
                .toList();
        return new PromQuery(selections, grouping);
    }

    private static Selection selection(MatchResult found) {
        String inside = found.group(3) == null ? "" : found.group(3);
        return new Selection(
                found.group(1),
                MATCHER.matcher(inside)
                        .results()
                        .map(one ->
                                new Condition(one.group(1), List.of(one.group(3).split("\\|"))))
                        .toList());
    }
}
