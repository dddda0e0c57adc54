package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.export.Tone;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.StatusContrast;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Optional;

/// The status that a product's badge shows for one version by itself, in every dialect, scenario, model and reasoning
/// field in which it was measured, without variants of its recipe.
///
/// @param version the requested one; the newest measured one if absent
/// @param dialect the requested one; all if absent
public record BadgeStatus(Product product, Capability capability, Optional<String> version, Optional<Dialect> dialect) {
    public Badge of(List<Cell> cells, ReleaseHistory releases) {
        List<Cell> measured = cells.stream().filter(this::counts).toList();
        return version.or(() -> measured.stream().map(this::versionOf).max(releases.order()))
                .map(shown -> badge(
                        shown,
                        measured.stream()
                                .filter(cell -> versionOf(cell).equals(shown))
                                .toList()))
                .orElseGet(() -> Badge.unknown(label("")));
    }

    private Badge badge(String shown, List<Cell> cells) {
        if (cells.isEmpty()) {
            return Badge.unknown(label(" " + shown));
        }
        var found = StatusContrast.of(cells);
        boolean isFlaky = cells.stream().anyMatch(cell -> cell.flags().contains(Cell.Flag.FLAKY));
        return new Badge(label(" " + shown), words(found) + (isFlaky ? ", flaky" : ""), tone(found));
    }

    private static String words(StatusContrast found) {
        String words = found.words();
        for (Status status : Status.values()) {
            words = words.replace(status.name(), CellWords.words(status));
        }
        return words;
    }

    private String label(String version) {
        return product.title() + version + " " + capability
                + dialect.map(chosen -> " " + chosen.id()).orElse("");
    }

    private boolean counts(Cell cell) {
        return cell.capability() == capability
                && cell.votes() > 0
                && cell.key().variant().isEmpty()
                && cell.key().gateway().isEmpty()
                && (isBackend()
                        ? cell.key().client().isEmpty()
                        : cell.key().backend().isEmpty())
                && side(cell)
                        .map(Versioned::product)
                        .filter(product.id()::equals)
                        .isPresent()
                && dialect.map(cell.key().dialectIn()::equals).orElse(true);
    }

    private String versionOf(Cell cell) {
        return side(cell).map(Versioned::version).orElse("");
    }

    private Optional<Versioned> side(Cell cell) {
        return isBackend() ? cell.key().backend() : cell.key().client();
    }

    private boolean isBackend() {
        return product.kind() == Product.Kind.BACKEND;
    }

    private static Tone tone(StatusContrast found) {
        return found.parts().isEmpty()
                ? Tone.GOOD
                : found.parts().getFirst().status() == Status.BROKEN ? Tone.BAD : Tone.WARN;
    }
}
