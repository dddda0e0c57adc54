package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.export.Tone;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The status on a product's badge: the worst status of one version by itself, with the default recipe.
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
        String label = label(" " + shown);
        return cells.stream()
                .min(Comparator.comparingInt(cell -> goodness(cell.status())))
                .map(worst -> new Badge(label, words(worst), tone(worst.status())))
                .orElseGet(() -> Badge.unknown(label));
    }

    private String label(String version) {
        return product.title() + version + " " + capability
                + dialect.map(chosen -> " " + chosen.id()).orElse("");
    }

    private static String words(Cell cell) {
        boolean isFlaky = cell.flags().contains(Cell.Flag.FLAKY);
        String status = cell.status().name().toLowerCase(java.util.Locale.ROOT);
        return isFlaky ? status + ", flaky" : status;
    }

    private boolean counts(Cell cell) {
        return cell.capability() == capability
                && cell.votes() > 0
                && cell.key().variant().isEmpty()
                && cell.key().reasoningField().isEmpty()
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

    private static int goodness(Status status) {
        return switch (status) {
            case BROKEN -> 0;
            case PARTIAL -> 1;
            case UNSUPPORTED -> 2;
            case PRESERVED -> 3;
            case INCONCLUSIVE, NOT_EXERCISED, ERROR -> 4;
        };
    }

    private static Tone tone(Status status) {
        return switch (status) {
            case PRESERVED -> Tone.GOOD;
            case PARTIAL -> Tone.WARN;
            case BROKEN -> Tone.BAD;
            case UNSUPPORTED, INCONCLUSIVE, NOT_EXERCISED, ERROR -> Tone.NONE;
        };
    }
}
