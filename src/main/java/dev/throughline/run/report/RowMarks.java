package dev.throughline.run.report;

import dev.throughline.run.report.ThreadMap.Link;
import dev.throughline.run.report.ThreadMap.RequestSpan;
import dev.throughline.run.report.ThreadMap.RowMark;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Joins the observations of one item by their mark.
final class RowMarks {
    private final List<Integer> columns;
    private final String item;
    private final Map<ThreadMark, List<Seen>> byMark = new EnumMap<>(ThreadMark.class);

    private record Seen(int column, String reason) {}

    /// @param columns numbers of the requests of the map, in order
    /// @param item what was observed, in words
    RowMarks(List<Integer> columns, String item) {
        this.columns = columns;
        this.item = item;
    }

    /// Adds an observation; those of one mark in the order of their requests.
    /// @param column position of the request
    void add(int column, ThreadMark mark, String reason) {
        byMark.computeIfAbsent(mark, _ -> new ArrayList<>()).add(new Seen(column, reason));
    }

    List<RowMark> marks() {
        return byMark.entrySet().stream()
                .map(entry -> mark(entry.getKey(), entry.getValue()))
                .toList();
    }

    private RowMark mark(ThreadMark mark, List<Seen> seen) {
        var dots = new StringBuilder();
        List<RequestSpan> spans = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= seen.size(); i++) {
            boolean isEnd =
                    i == seen.size() || seen.get(i).column() != seen.get(i - 1).column() + 1;
            if (isEnd) {
                int from = seen.get(first).column();
                int to = seen.get(i - 1).column();
                dots.append('M').append(ThreadMapLayout.x(from)).append(" 0");
                // A dash that begins where the path ends is not drawn: the path goes a little further.
                dots.append(from == to ? "h.01" : "H" + ThreadMapLayout.x(to) + ".1");
                spans.add(new RequestSpan(columns.get(from), from == to ? 0 : columns.get(to)));
                first = i;
            }
        }
        String reason = seen.getFirst().reason();
        return new RowMark(
                mark,
                dots.toString(),
                seen.stream()
                        .map(one -> Integer.toString(ThreadMapLayout.x(one.column())))
                        .collect(Collectors.joining(" ")),
                mark.glyph().repeat(seen.size()),
                item + " " + mark.word() + " in " + words(spans),
                spans,
                reason,
                mark.isDropped() ? links(seen) : List.of());
    }

    private List<Link> links(List<Seen> seen) {
        return seen.stream()
                .map(one -> new Link(columns.get(one.column()), ThreadMapLayout.x(one.column())))
                .toList();
    }

    private static String words(List<RequestSpan> spans) {
        boolean isOne = spans.size() == 1 && spans.getFirst().last() == 0;
        return (isOne ? "request " : "requests ")
                + spans.stream()
                        .map(span -> span.last() == 0 ? "" + span.first() : span.first() + " to " + span.last())
                        .collect(Collectors.joining(", "));
    }
}
