package dev.throughline.matrix.api;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.NewestPackages;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.run.RunSettings.Client;
import dev.throughline.run.report.MeasuredRemedies.Found;
import dev.throughline.run.report.MeasuredRemedies.Loss;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses among the measured versions and variants of a client those that preserve everything that a run lost.
///
/// A setting counts only if every one of its cells is preserved, each lost capability was measured, and so was the
/// scenario of the run. The same version in another variant comes first; then the nearest newer version, of its
/// release line if there is one, else the nearest older one; then any other. Of a client that keeps it as the run used
/// it no other is a remedy; nor of a library whose nearest measured versions keep it, unless its own was measured to
/// lose it: then both are.
record RemedyRules(Product product, Loss loss, ReleaseHistory releases) {
    /// A version with a variant; both as texts.
    private record Setting(String version, String variant) {}

    Found of(List<Cell> cells) {
        Map<Setting, List<Cell>> measured = measured(cells);
        Map<Setting, List<Cell>> keeping = measured.entrySet().stream()
                .filter(entry -> isKept(entry.getValue()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        var own = new Setting(client().version(), variant());
        if (keeping.containsKey(own)) {
            return new Found(Optional.of(kept(own, keeping) + "."), List.of());
        }
        Optional<String> near = nearKept(own, measured.keySet(), keeping);
        return new Found(near, near.isEmpty() || measured.containsKey(own) ? others(keeping) : List.of());
    }

    /// Says that a library keeps it, since its nearest measured versions do. That its own version was measured to lose
    /// it may be said of a program like that of the run, which uses it.
    private Optional<String> nearKept(Setting own, Set<Setting> measured, Map<Setting, List<Cell>> keeping) {
        if (product.kind() != Product.Kind.SDK) {
            return Optional.empty();
        }
        List<String> versions = versions(measured);
        List<Setting> nearest = Stream.concat(
                        releases.nearestBefore(own.version(), versions).stream(),
                        releases.nearestAfter(own.version(), versions).stream())
                .map(version -> new Setting(version, variant()))
                .toList();
        return nearest.stream()
                .findFirst()
                .filter(_ -> keeping.keySet().containsAll(nearest))
                .map(one -> kept(one, keeping) + ", a version near " + own.version() + ".");
    }

    private List<Remedy> others(Map<Setting, List<Cell>> keeping) {
        List<Remedy> found = new ArrayList<>();
        keeping.keySet().stream()
                .filter(one -> one.version().equals(client().version()))
                .sorted(Comparator.comparing(Setting::variant))
                .forEach(one -> found.add(
                        new Remedy(Kind.VARIANT, variantName(one.variant()) + " of " + kept(one, keeping) + ".")));
        version(versions(keeping.keySet()), version -> kept(new Setting(version, variant()), keeping))
                .ifPresent(found::add);
        if (found.isEmpty()) {
            keeping.entrySet().stream()
                    .max(Map.Entry.comparingByKey(Comparator.comparing(Setting::version, releases.order())
                            .thenComparing(Setting::variant)))
                    .map(one -> new Remedy(
                            Kind.VERSION,
                            name(one.getKey().version()) + " with "
                                    + lowerCased(variantName(one.getKey().variant())) + wasKept(one.getValue()) + "."))
                    .ifPresent(found::add);
        }
        return found;
    }

    /// @param kept states of a version that it was measured to keep it
    private Optional<Remedy> version(List<String> versions, Function<String, String> kept) {
        String own = client().version();
        return releases.nearestAfter(own, versions)
                .or(() -> versions.stream()
                        .filter(version -> releases.isBefore(own, version))
                        .min(releases.order()))
                .map(version -> kept.apply(version) + ": update to it.")
                .or(() -> releases.nearestBefore(own, versions)
                        .or(() -> versions.stream()
                                .filter(version -> releases.isBefore(version, own))
                                .max(releases.order()))
                        .map(version -> kept.apply(version) + "; it is an older version."))
                .map(text -> new Remedy(Kind.VERSION, text));
    }

    private List<String> versions(Collection<Setting> settings) {
        return settings.stream()
                .filter(one -> one.variant().equals(variant()))
                .map(Setting::version)
                .toList();
    }

    private Map<Setting, List<Cell>> measured(List<Cell> cells) {
        return NewestPackages.of(cells).stream()
                .filter(cell -> cell.votes() > 0 && loss.capabilities().contains(cell.capability()))
                .filter(cell -> loss.dialect().isEmpty()
                        || loss.dialect().get() == cell.key().dialectIn())
                .filter(cell -> loss.field().equals(cell.key().reasoningField()))
                .collect(Collectors.groupingBy(
                        cell -> new Setting(
                                cell.key().client().map(Versioned::version).orElse(""),
                                cell.key().variant()),
                        Collectors.collectingAndThen(Collectors.toList(), this::ofModel)));
    }

    /// Cells with the model of the run, if it was measured.
    private List<Cell> ofModel(List<Cell> cells) {
        List<Cell> same = cells.stream()
                .filter(cell -> client().model().equals(Optional.of(cell.key().model())))
                .toList();
        return same.isEmpty() ? cells : same;
    }

    private boolean isKept(List<Cell> cells) {
        Set<Capability> measured = cells.stream().map(Cell::capability).collect(Collectors.toSet());
        return measured.containsAll(loss.capabilities())
                && cells.stream().allMatch(cell -> cell.status() == Status.PRESERVED)
                && loss.scenario()
                        .map(asked -> cells.stream()
                                .map(cell -> cell.key().scenario())
                                .anyMatch(asked::equals))
                        .orElse(true);
    }

    private Client client() {
        return loss.client();
    }

    private String variant() {
        return client().variant().orElse("");
    }

    private String name(String version) {
        return product.title() + " " + version;
    }

    /// Says that a version was measured to keep it, and in which scenarios and settings.
    private String kept(Setting setting, Map<Setting, List<Cell>> keeping) {
        return name(setting.version()) + wasKept(keeping.getOrDefault(setting, List.of()));
    }

    private String wasKept(List<Cell> cells) {
        return " was measured to keep " + what() + " in " + joined(cells, CellKey::scenario, " and ") + " ("
                + joined(cells, CellKey::setting, "; ") + ")";
    }

    private static String joined(List<Cell> cells, Function<CellKey, String> value, String separator) {
        return cells.stream().map(Cell::key).map(value).distinct().sorted().collect(Collectors.joining(separator));
    }

    private static String variantName(String variant) {
        return variant.isEmpty() ? "The unmodified recipe" : "Variant `" + variant + "`";
    }

    private static String lowerCased(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private String what() {
        return loss.capabilities().equals(Set.of(Capability.THINK))
                ? "reasoning"
                : loss.capabilities().stream().map(Capability::name).sorted().collect(Collectors.joining(" and "));
    }
}
