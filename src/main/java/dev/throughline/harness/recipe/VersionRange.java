package dev.throughline.harness.recipe;

import java.util.ArrayList;
import java.util.List;

/// A range of versions: conditions `<`, `<=`, `>`, `>=`, `=` that must all hold, separated by spaces.
record VersionRange(List<Condition> conditions) {
    private enum Relation {
        LESS_OR_EQUAL("<="),
        GREATER_OR_EQUAL(">="),
        LESS("<"),
        GREATER(">"),
        EQUAL("=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        private boolean holds(int comparison) {
            return switch (this) {
                case LESS_OR_EQUAL -> comparison <= 0;
                case GREATER_OR_EQUAL -> comparison >= 0;
                case LESS -> comparison < 0;
                case GREATER -> comparison > 0;
                case EQUAL -> comparison == 0;
            };
        }
    }

    private record Condition(Relation relation, String version) {}

    static VersionRange parse(String text) {
        List<Condition> conditions = new ArrayList<>();
        for (String word : text.strip().split("\\s+")) {
            conditions.add(condition(word));
        }
        return new VersionRange(List.copyOf(conditions));
    }

    boolean holds(String version) {
        return conditions.stream()
                .allMatch(condition ->
                        condition.relation().holds(VersionComparison.compare(version, condition.version())));
    }

    private static Condition condition(String word) {
        for (Relation relation : Relation.values()) {
            if (word.startsWith(relation.sign)) {
                return new Condition(relation, word.substring(relation.sign.length()));
            }
        }
        throw new RecipeException("a version condition such as >=1.2.0 was expected, found " + word);
    }
}
