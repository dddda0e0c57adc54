package dev.throughline.pages.matrix;

import dev.throughline.matrix.CellComparison.Change;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixDiff;
import dev.throughline.matrix.api.MatrixDiff.ChangeView;
import dev.throughline.matrix.api.MatrixDiff.SideView;
import dev.throughline.matrix.api.MatrixDiffReader.Part;
import dev.throughline.pages.VerdictMark;
import dev.throughline.text.UrlText;
import dev.throughline.verdict.Capability;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Two versions of a product, or two moments, beside each other.
///
/// @param from as typed
/// @param message why there is no comparison; empty if there is one or none was asked for
/// @param counts combinations by kind of change
/// @param more changes beyond those that are shown
/// @param next address of the next part of two moments, empty at the end
public record CompareContent(
        String from,
        String to,
        String message,
        boolean isCompared,
        List<String> counts,
        List<ChangeLine> changes,
        int more,
        String next) {
    private static final int MOST = 150;

    /// A combination that changed.
    /// @param subject product and version; empty where two versions of one product are compared
    public record ChangeLine(
            VerdictMark change,
            Capability capability,
            String subject,
            String setting,
            List<SideMark> before,
            List<SideMark> after) {}

    /// A side that was measured.
    /// @param note how the status differs within and across turns; empty if it does not
    public record SideMark(VerdictMark mark, String address, String note) {}

    static CompareContent empty(String from, String to, String message) {
        return new CompareContent(from, to, message, false, List.of(), List.of(), 0, "");
    }

    static CompareContent of(String from, String to, Part part) {
        MatrixDiff diff = part.diff();
        List<ChangeView> changed = diff.changes().stream()
                .filter(change -> change.change() != Change.SAME)
                .toList();
        boolean isOneProduct = from.contains("@");
        return new CompareContent(
                from,
                to,
                "",
                true,
                diff.counts().entrySet().stream()
                        .filter(count -> count.getValue() > 0)
                        .map(count -> count.getValue() + " " + words(count.getKey()))
                        .toList(),
                changed.stream()
                        .limit(MOST)
                        .map(change -> line(change, isOneProduct))
                        .toList(),
                Math.max(0, changed.size() - MOST),
                part.next()
                        .map(place -> address(from, to) + "&cursor=" + place.text())
                        .orElse(""));
    }

    private static String address(String from, String to) {
        return "/matrix/compare?from=" + UrlText.query(from) + "&to=" + UrlText.query(to);
    }

    private static ChangeLine line(ChangeView change, boolean isOneProduct) {
        return new ChangeLine(
                mark(change.change()),
                change.capability(),
                isOneProduct ? "" : CellWords.subject(change.combination()),
                String.join(", ", CellWords.settings(change.combination())),
                side(change.from()),
                side(change.to()));
    }

    private static List<SideMark> side(@Nullable SideView side) {
        return Stream.ofNullable(side)
                .map(one -> new SideMark(VerdictMark.of(one.status()), "/matrix/cells/" + one.cell(), note(one)))
                .toList();
    }

    private static String note(SideView side) {
        boolean isEven = side.withinTurn() == side.status() && side.acrossTurns() == side.status();
        return isEven
                ? ""
                : "within turn " + CellWords.words(side.withinTurn()) + ", across "
                        + CellWords.words(side.acrossTurns());
    }

    private static VerdictMark mark(Change change) {
        return switch (change) {
            case WORSE -> new VerdictMark(words(change), "↓", "bad");
            case BETTER -> new VerdictMark(words(change), "↑", "good");
            case OTHER -> new VerdictMark(words(change), "≠", "warn");
            case APPEARED -> new VerdictMark(words(change), "+", "none");
            case DISAPPEARED -> new VerdictMark(words(change), "−", "none");
            case SAME -> new VerdictMark(words(change), "=", "none");
        };
    }

    private static String words(Change change) {
        return switch (change) {
            case WORSE -> "worse";
            case BETTER -> "better";
            case OTHER -> "different";
            case APPEARED -> "only in the second";
            case DISAPPEARED -> "only in the first";
            case SAME -> "the same";
        };
    }
}
