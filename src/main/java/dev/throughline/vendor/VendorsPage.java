package dev.throughline.vendor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The page *what each vendor demands*: the rule book as Markdown.
public final class VendorsPage {
    private VendorsPage() {}

    public static String of(RuleBook book) {
        var page = new StringBuilder("""
            # What each vendor demands

            What the APIs of vendors give, demand back and refuse, by profile. Read %s in documents and
            public reports; no vendor was called. The proxy keeps these rules where the kind or the host of a
            backend is known, and names in `x-throughline-dropped` what it leaves out; `fit=off` switches that
            off for a backend. `throughline explain` says which rule a request breaks. A file of your own
            (`throughline.vendors`) adds profiles and replaces laws.

            *refused*: an error. *warned*: sources disagree, nothing is changed. *dropped*: taken, and lost silently.

            Generated from the rule book by `throughline explain --rules`; a test compares them.

            ## Profiles

            | profile | models | dialects | thoughts it takes | laws |
            |---|---|---|---|---|
            """.formatted(book.read()));
        for (Profile profile : book.profiles().values()) {
            String models = profile.models().pattern();
            row(
                    page,
                    "`" + profile.id() + "`",
                    models.equals(".*") ? "others" : "`" + models.replace("|", "\\|") + "`",
                    String.join(", ", profile.forms().stream().sorted().toList()),
                    switch (profile.thoughts()) {
                        case OWN -> "its own, as issued";
                        case OPEN -> "readable text";
                        case NONE -> "none";
                    },
                    String.join(", ", laws(book, profile)));
        }
        page.append("\n## Laws\n");
        for (Map.Entry<String, List<Rule>> law : book.laws().entrySet()) {
            page.append("\n### ").append(law.getKey()).append("\n\n");
            page.append("| rule | demands | answer | since | sources |\n|---|---|---|---|---|\n");
            law.getValue().forEach(rule -> rule(page, rule));
        }
        page.append("\n"
                        + "## A conversation that no longer fits\n\n"
                        + "These words of an error, in lower case, are read as an overflow of")
                .append(" the model's context.\n\n| words | of |\n|---|---|\n");
        book.overflow().words().forEach((words, of) -> row(page, "`` " + words + " ``", of));
        return page.toString();
    }

    private static Set<String> laws(RuleBook book, Profile profile) {
        Set<String> names = new LinkedHashSet<>();
        for (Rule rule : profile.rules()) {
            book.laws().forEach((name, rules) -> {
                if (rules.contains(rule)) {
                    names.add("[" + name + "](#" + name.replace(".", "") + ")");
                }
            });
        }
        return names;
    }

    private static void rule(StringBuilder page, Rule rule) {
        String kind = rule.isDropped() ? "dropped" : rule.isCertain() ? "refused" : "warned";
        String answer = rule.isDropped() ? kind : kind + ", " + rule.answer().status();
        row(
                page,
                "`" + rule.id() + "`",
                rule.about().replace("|", "\\|"),
                answer + ": `` " + rule.answer().says().replace("|", "\\|") + " ``",
                rule.since(),
                String.join(", ", rule.sources()));
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
