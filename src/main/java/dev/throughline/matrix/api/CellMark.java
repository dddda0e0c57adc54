package dev.throughline.matrix.api;

import dev.throughline.matrix.Vote;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;

/// A cell in a table for people: its status as a word with a sign and a tone, and where it leads.
///
/// @param address of its page, empty if nothing is behind it
/// @param title what the word does not say
/// @param notes what qualifies it, in short
public record CellMark(
        String capability, String word, String glyph, String tone, String address, String title, List<String> notes) {
    /// @param base address of the matrix: `/matrix`, or the absolute one
    static CellMark of(MatrixCell cell, String base) {
        return new CellMark(
                cell.capability().name(),
                CellWords.words(cell.status()),
                CellWords.glyph(cell.status()),
                CellWords.tone(cell.status()).style(),
                address(cell, base),
                title(cell),
                notes(cell));
    }

    /// The qualification of a cell, in short.
    public static List<String> notes(MatrixCell cell) {
        List<String> notes = new ArrayList<>();
        if (cell.own() != null) {
            notes.add("your own");
        }
        if (cell.status() == Status.PARTIAL && cell.withinTurn() != cell.acrossTurns()) {
            notes.add("within turn " + CellWords.words(cell.withinTurn()) + ", across "
                    + CellWords.words(cell.acrossTurns()));
        }
        cell.flags().forEach(flag -> notes.add(CellWords.words(flag)));
        return notes;
    }

    /// The basis of a cell, as one line.
    public static String title(MatrixCell cell) {
        return cell.capability() + ": within turn " + CellWords.words(cell.withinTurn()) + ", across turns "
                + CellWords.words(cell.acrossTurns()) + "; " + CellWords.counts(cell.counts()) + "; confidence "
                + CellWords.words(cell.confidence()) + "; last measured " + cell.lastMeasured()
                + (cell.origin() == Vote.Origin.PROJECT ? " by the project" : "");
    }

    // What a key measured for itself is not stored as a cell; its newest run is its evidence.
    private static String address(MatrixCell cell, String base) {
        if (cell.own() == null) {
            return base + "/cells/" + cell.id();
        }
        String run = cell.links().run();
        return run == null
                ? ""
                : base.replaceFirst("/matrix$", "") + "/runs/" + run.substring(run.lastIndexOf('/') + 1);
    }
}
