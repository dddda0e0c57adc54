package dev.throughline.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// An observation as the thread map of a page draws it.
/// @param item label of its row
/// @param tone style of its mark
record DrawnMark(String item, int request, String tone) {
    private static final Pattern COLUMN = Pattern.compile("class=\"column\" x=\"(\\d+)\"[^>]*>(\\d+)<");
    private static final Pattern ROW = Pattern.compile("<g class=\"row (?s:.*?)class=\"label\" x=\"12\">([^<]+)<(.*)");
    private static final Pattern MARK =
            Pattern.compile("<g class=\"cell ([a-z]+)\">.*?<text x=\"([0-9 ]+)\">([^<]+)</text></g>");

    /// All of a page, found by the columns above which they stand.
    static List<DrawnMark> of(String page) {
        Map<String, Integer> columns = COLUMN.matcher(page)
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> Integer.valueOf(found.group(2))));
        List<DrawnMark> marks = new ArrayList<>();
        for (MatchResult row : ROW.matcher(page).results().toList()) {
            for (MatchResult mark : MARK.matcher(row.group(2)).results().toList()) {
                String[] places = mark.group(2).split(" ");
                if (places.length != mark.group(3).length()) {
                    throw new AssertionError("a glyph for each place was expected, found " + mark.group());
                }
                for (String place : places) {
                    marks.add(new DrawnMark(row.group(1), columns.get(place), mark.group(1)));
                }
            }
        }
        return marks;
    }
}
