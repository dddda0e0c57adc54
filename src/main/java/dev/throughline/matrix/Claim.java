package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.LocalDate;
import java.util.Optional;

/// A third-party report. Shown as reported, with its date and source; never votes.
///
/// @param version empty if the report names none
/// @param status empty if the report says that it was not tested
/// @param text what was reported, in one sentence
/// @param source where it was reported: a URL, or the name of a document
public record Claim(
        String id,
        String product,
        Optional<String> version,
        Capability capability,
        Optional<Status> status,
        String text,
        String source,
        LocalDate reported) {
    /// Whether it applies to this version: it names the version, or the product as a whole.
    public boolean concerns(Versioned versioned) {
        return product.equals(versioned.product())
                && version.map(versioned.version()::equals).orElse(true);
    }

    /// Whether a measurement contradicts it: one says preserved, the other does not.
    public boolean isContradictedBy(Cell cell) {
        boolean isAbout = cell.capability() == capability
                && (isAboutSide(cell.key().client()) || isAboutSide(cell.key().backend()));
        return isAbout
                && cell.votes() > 0
                && status.filter(reported -> (reported == Status.PRESERVED) != (cell.status() == Status.PRESERVED))
                        .isPresent();
    }

    private boolean isAboutSide(Optional<Versioned> side) {
        return side.filter(this::concerns).isPresent();
    }
}
