package dev.throughline.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The difference of two texts by words: a longest common subsequence between the common beginning and the
/// common end. Where these parts are too long for that, they are shown as replaced.
public record WordDifference(List<Piece> before, List<Piece> after) {
    private static final Pattern WORD = Pattern.compile("\\s+|[^\\s]+");
    private static final long MOST_CELLS = 1_000_000;

    public WordDifference {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /// A part of a text.
    /// @param kind `same`, `gone` (only before) or `new` (only after)
    public record Piece(String text, String kind) {}

    static WordDifference of(String before, String after) {
        List<String> old = words(before);
        List<String> fresh = words(after);
        int start = 0;
        while (start < old.size() && start < fresh.size() && old.get(start).equals(fresh.get(start))) {
            start++;
        }
        int end = 0;
        while (end < old.size() - start
                && end < fresh.size() - start
                && old.get(old.size() - 1 - end).equals(fresh.get(fresh.size() - 1 - end))) {
            end++;
        }
        var left = new Pieces();
        var right = new Pieces();
        String head = String.join("", old.subList(0, start));
        left.add(head, "same");
        right.add(head, "same");
        middle(old.subList(start, old.size() - end), fresh.subList(start, fresh.size() - end), left, right);
        String tail = String.join("", old.subList(old.size() - end, old.size()));
        left.add(tail, "same");
        right.add(tail, "same");
        return new WordDifference(left.all, right.all);
    }

    private static void middle(List<String> old, List<String> fresh, Pieces left, Pieces right) {
        if ((long) old.size() * fresh.size() > MOST_CELLS) {
            left.add(String.join("", old), "gone");
            right.add(String.join("", fresh), "new");
            return;
        }
        int[][] common = common(old, fresh);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < fresh.size()) {
            if (i < old.size() && j < fresh.size() && old.get(i).equals(fresh.get(j))) {
                left.add(old.get(i++), "same");
                right.add(fresh.get(j++), "same");
            } else if (j == fresh.size() || i < old.size() && common[i + 1][j] >= common[i][j + 1]) {
                left.add(old.get(i++), "gone");
            } else {
                right.add(fresh.get(j++), "new");
            }
        }
    }

    private static int[][] common(List<String> old, List<String> fresh) {
        var common = new int[old.size() + 1][fresh.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = fresh.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(fresh.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static List<String> words(String text) {
        return WORD.matcher(text).results().map(match -> match.group()).toList();
    }

    /// Adjacent pieces of one kind become one.
    private static final class Pieces {
        private final List<Piece> all = new ArrayList<>();

        void add(String text, String kind) {
            if (text.isEmpty()) {
                return;
            }
            if (!all.isEmpty() && all.getLast().kind().equals(kind)) {
                all.set(all.size() - 1, new Piece(all.getLast().text() + text, kind));
            } else {
                all.add(new Piece(text, kind));
            }
        }
    }
}
