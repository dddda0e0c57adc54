package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/// Formats the result of a rescoring, over all batches, as text.
final class RescoredText {
    private static final String NOTHING = "-";

    private final Map<String, Change> cells = new LinkedHashMap<>();
    private int runs;
    private int changed;
    private int removed;
    private int kept;
    private Optional<String> next = Optional.empty();

    /// A cell over all batches.
    private record Change(String words, String before, String after) {
        Change then(Change later) {
            return new Change(words, before, later.after);
        }

        boolean isOne() {
            return !Objects.equals(before, after);
        }
    }

    /// Adds the response for a batch.
    void add(JsonNode batch) {
        runs += batch.path("runs").asInt();
        changed += batch.path("changed").asInt();
        removed += batch.path("removed").asInt();
        kept += batch.path("kept").asInt();
        next = Optional.ofNullable(batch.path("next").textValue());
        for (JsonNode cell : batch.path("cells")) {
            var change = new Change(words(cell), standing(cell.path("before")), standing(cell.path("after")));
            cells.merge(cell.path("cell").asText(), change, Change::then);
        }
    }

    /// The start of the next batch; empty after the last.
    Optional<String> next() {
        return next;
    }

    String progress() {
        return "%,d runs rescored, %,d changed".formatted(runs, changed + removed);
    }

    /// A line for every cell that changed, and one with the counts.
    String text(boolean isDry) {
        var lines = new StringJoiner(System.lineSeparator());
        cells.values().stream()
                .filter(Change::isOne)
                .map(cell -> cell.words() + ": " + cell.before() + " → " + cell.after())
                .forEach(lines::add);
        long count = cells.values().stream().filter(Change::isOne).count();
        lines.add("%,d runs rescored: %,d changed or new, %,d without a verdict now; %,d left as they are."
                .formatted(runs, changed, removed, kept));
        lines.add("%,d cells changed.%s".formatted(count, isDry ? " Dry run: nothing was written." : ""));
        return lines.toString();
    }

    private static String words(JsonNode cell) {
        var words = new StringJoiner(" ");
        words.add(at(cell.path("client")).or(() -> at(cell.path("backend"))).orElse(NOTHING));
        for (String axis :
                new String[] {"dialectIn", "variant", "sdk", "reasoningField", "model", "scenario", "capability"}) {
            String value = cell.path(axis).asText();
            if (!value.isEmpty()) {
                words.add(value);
            }
        }
        return words.toString();
    }

    private static Optional<String> at(JsonNode product) {
        return product.isObject()
                ? Optional.of(product.path("product").asText() + "@"
                        + product.path("version").asText())
                : Optional.empty();
    }

    private static String standing(JsonNode standing) {
        return standing.isObject()
                ? "%s (within %s, across %s, %d votes, run %s)"
                        .formatted(
                                standing.path("status").asText(),
                                standing.path("withinTurn").asText(),
                                standing.path("acrossTurns").asText(),
                                standing.path("votes").asInt(),
                                standing.path("run").asText())
                : NOTHING;
    }
}
