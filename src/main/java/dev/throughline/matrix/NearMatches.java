package dev.throughline.matrix;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds the known names similar to an unknown one.
///
/// A name is near if a few letters differ (a swap of two neighbors is one difference), or if one of the two
/// contains the other; case is ignored. Nearest first, then by name. Source of the distance: optimal string
/// alignment, a restricted Damerau-Levenshtein distance.
public final class NearMatches {
    /// Maximum number of results.
    public static final int MOST = 5;

    private static final int LONGEST = 100;
    private static final int SHORTEST_PART = 3;

    private NearMatches() {}

    /// The near names.
    /// @param asked the name as received; only the beginning of a very long one is used
    /// @param known all known names
    public static List<String> of(String asked, Collection<String> known) {
        String wanted = plain(asked);
        if (wanted.isEmpty()) {
            return List.of();
        }
        return known.stream()
                .distinct()
                .map(name -> new Match(name, rank(wanted, plain(name))))
                .filter(match -> match.rank() <= tolerance(wanted))
                .sorted(Comparator.comparingInt(Match::rank).thenComparing(Match::name))
                .limit(MOST)
                .map(Match::name)
                .toList();
    }

    /// The question, with a space before it; the empty text if no name is near.
    public static String hint(String asked, Collection<String> known) {
        List<String> near = of(asked, known);
        return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    }

    private static String plain(String name) {
        String cut = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
        return cut.strip().toLowerCase(Locale.ROOT);
    }

    /// How many differences still count as a typo: one in a short name, a third of the length of a long one.
    private static int tolerance(String name) {
        return Math.max(1, name.length() / 3);
    }

    /// A name that contains the other counts as a single difference.
    private static int rank(String wanted, String name) {
        int distance = distance(wanted, name);
        return isPart(wanted, name) || isPart(name, wanted) ? Math.min(1, distance) : distance;
    }

    private static boolean isPart(String part, String whole) {
        return part.length() >= SHORTEST_PART && whole.contains(part);
    }

    static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (isSwap(from, i, to, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[to.length()];
    }

    private static boolean isSwap(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }

    private record Match(String name, int rank) {}
}
