package dev.throughline.matrix.api;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Chooses among the measured versions and variants of a client those that preserve everything that a run lost.
///
/// A setting counts only if every one of its cells is preserved and each lost capability was measured. The same
/// version in another variant comes first; then the nearest newer version, of its release line if there is one, else
/// the nearest older one; then any other.
record RemedyRules(Product product, Client client, Set<Capability> lost, ReleaseHistory releases) {
    /// A version with a variant; both as texts.
    private record Setting(String version, String variant) {}

    List<Remedy> of(List<Cell> cells) {
        List<Setting> keeping = keeping(cells);
        String variant = client.variant().orElse("");
        List<Remedy> found = new ArrayList<>();
        keeping.stream()
                .filter(one ->
                        one.version().equals(client.version()) && !one.variant().equals(variant))
                .map(Setting::variant)
                .sorted()
                .forEach(other -> found.add(new Remedy(
                        Kind.VARIANT,
                        variantName(other) + " of " + name(client.version()) + " was measured to keep " + what()
                                + ".")));
        version(keeping.stream()
                        .filter(one -> one.variant().equals(variant))
                        .map(Setting::version)
                        .distinct()
                        .toList())
                .ifPresent(found::add);
        if (found.isEmpty()) {
            keeping.stream()
                    .max(Comparator.comparing(Setting::version, releases.order())
                            .thenComparing(Setting::variant))
                    .map(one -> new Remedy(
                            Kind.VERSION,
                            name(one.version()) + " with " + lowerCased(variantName(one.variant()))
                                    + " was measured to keep " + what() + "."))
                    .ifPresent(found::add);
        }
        return found;
    }

    private Optional<Remedy> version(List<String> versions) {
        String own = client.version();
        List<String> newer = versions.stream()
                .filter(version -> releases.isBefore(own, version))
                .toList();
        return releases.nearestAfter(own, newer)
                .or(() -> newer.stream().min(releases.order()))
                .map(version ->
                        new Remedy(Kind.VERSION, name(version) + " was measured to keep " + what() + ": update to it."))
                .or(() -> versions.stream()
                        .filter(version -> releases.isBefore(version, own))
                        .max(releases.order())
                        .map(version -> new Remedy(
                                Kind.VERSION,
                                name(version) + ", an older version, was measured to keep " + what() + ".")));
    }

    private List<Setting> keeping(List<Cell> cells) {
        Map<Setting, List<Cell>> bySetting = cells.stream()
                .filter(cell -> cell.votes() > 0 && lost.contains(cell.capability()))
                .filter(cell -> client.dialect().isEmpty()
                        || client.dialect().get() == cell.key().dialectIn())
                .collect(Collectors.groupingBy(cell -> new Setting(
                        cell.key().client().map(Versioned::version).orElse(""),
                        cell.key().variant())));
        return bySetting.entrySet().stream()
                .filter(entry -> isKept(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isKept(List<Cell> cells) {
        Set<Capability> measured = cells.stream().map(Cell::capability).collect(Collectors.toSet());
        return measured.containsAll(lost) && cells.stream().allMatch(cell -> cell.status() == Status.PRESERVED);
    }

    private String name(String version) {
        return product.title() + " " + version;
    }

    private static String variantName(String variant) {
        return variant.isEmpty() ? "The unmodified recipe" : "Variant `" + variant + "`";
    }

    private static String lowerCased(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private String what() {
        return lost.equals(Set.of(Capability.THINK))
                ? "reasoning"
                : lost.stream().map(Capability::name).sorted().collect(Collectors.joining(" and "));
    }
}
