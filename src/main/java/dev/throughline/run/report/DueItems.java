package dev.throughline.run.report;

import dev.throughline.trace.Category;
import dev.throughline.verdict.ItemVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The items that count, each once: those that had to be returned and whose turn was present.
///
/// @param tokens all of them by category, in the order of the verdicts
/// @param lost those of them that a request did not carry whole
record DueItems(Map<Category, List<String>> tokens, Map<Category, List<String>> lost) {
    static DueItems of(List<ItemVerdict> verdicts) {
        var returned = new LinkedHashMap<Item, Boolean>();
        verdicts.stream()
                .filter(ItemVerdict::counts)
                .forEach(verdict ->
                        returned.merge(Item.of(verdict), verdict.outcome().isIntact(), Boolean::logicalAnd));
        var tokens = new EnumMap<Category, List<String>>(Category.class);
        var lost = new EnumMap<Category, List<String>>(Category.class);
        returned.forEach((item, intact) -> {
            tokens.computeIfAbsent(item.category(), _ -> new ArrayList<>()).add(item.token());
            List<String> losses = lost.computeIfAbsent(item.category(), _ -> new ArrayList<>());
            if (!intact) {
                losses.add(item.token());
            }
        });
        return new DueItems(tokens, lost);
    }

    int total() {
        return tokens.values().stream().mapToInt(List::size).sum();
    }

    int returned() {
        return total() - missing().size();
    }

    List<String> missing() {
        return lost.values().stream().flatMap(List::stream).toList();
    }

    Map<Category, CategoryTally> byCategory() {
        var tallies = new EnumMap<Category, CategoryTally>(Category.class);
        tokens.forEach((category, all) ->
                tallies.put(category, new CategoryTally(all, Objects.requireNonNull(lost.get(category)))));
        return Collections.unmodifiableMap(tallies);
    }

    /// An item by its position, with its name in a report.
    private record Item(Category category, int exchange, int ordinal, String token) {
        static Item of(ItemVerdict verdict) {
            return new Item(verdict.category(), verdict.exchange(), verdict.ordinal(), ReportedItem.name(verdict));
        }
    }
}
