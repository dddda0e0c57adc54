package dev.throughline.pages;

import dev.throughline.prompt.PromptPiece;
import dev.throughline.prompt.PromptPieces;
import dev.throughline.render.PromptTurn;
import java.util.ArrayList;
import java.util.List;

/// The beginning and the end of the prompt that a chat template makes of a request.
///
/// @param template its name; empty if there is no prompt
/// @param characters length of the whole prompt in UTF-16 units
/// @param hidden number of them between both parts
/// @param problem why there is no prompt; empty if there is one
public record PromptExcerpt(
        String template, int characters, int hidden, List<PromptPiece> start, List<PromptPiece> end, String problem) {
    private static final int START = 3_000;
    private static final int END = 6_000;
    private static final int LONGEST_OMITTED = 500;

    public PromptExcerpt {
        start = List.copyOf(start);
        end = List.copyOf(end);
    }

    /// No prompt, and why.
    public static PromptExcerpt none(String problem) {
        return new PromptExcerpt("", 0, 0, List.of(), List.of(), problem);
    }

    /// @param template its name
    public static PromptExcerpt of(String template, PromptTurn turn) {
        int length = turn.prompt().text().length();
        boolean isShort = length <= START + END;
        int endsAt = isShort ? length : START;
        int goesOnAt = isShort ? length : length - END;
        List<PromptPiece> start = new ArrayList<>();
        List<PromptPiece> end = new ArrayList<>();
        PromptPieces.read(turn, piece -> {
            add(start, piece, 0, endsAt);
            add(end, piece, goesOnAt, length);
        });
        return new PromptExcerpt(template, length, goesOnAt - endsAt, start, end, "");
    }

    public List<String> legend() {
        return PromptPieces.LEGEND;
    }

    private static void add(List<PromptPiece> to, PromptPiece piece, int from, int until) {
        String text = piece.text();
        if (piece.isOmitted()) {
            if (piece.at() >= from && piece.at() < until) {
                to.add(with(piece, text.length() <= LONGEST_OMITTED ? text : cut(text, 0, LONGEST_OMITTED) + "…"));
            }
            return;
        }
        int begin = Math.max(0, from - piece.at());
        int stop = Math.min(text.length(), until - piece.at());
        if (begin < stop) {
            to.add(with(piece, cut(text, begin, stop)));
        }
    }

    private static PromptPiece with(PromptPiece piece, String text) {
        return new PromptPiece(piece.at(), text, piece.field(), piece.origin(), piece.message(), piece.kind());
    }

    /// A part of a text that halves no character.
    private static String cut(String text, int from, int to) {
        int begin = from > 0 && from < text.length() && Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from;
        int end = to > begin && to < text.length() && Character.isLowSurrogate(text.charAt(to)) ? to - 1 : to;
        return text.substring(begin, Math.max(begin, end));
    }
}
