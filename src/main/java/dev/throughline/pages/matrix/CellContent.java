package dev.throughline.pages.matrix;

import dev.throughline.matrix.Vote;
import dev.throughline.matrix.api.CellHistory;
import dev.throughline.matrix.api.CellRun;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.pages.VerdictMark;
import dev.throughline.text.TimeWording;
import dev.throughline.verdict.Capability;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The page of a cell: its status, and the runs that it is based on, apart by where they were measured.
///
/// @param counts eligible runs by status, in words
/// @param next address of older runs, empty on the last page
public record CellContent(
        String id,
        String subject,
        String product,
        String address,
        Capability capability,
        String setting,
        VerdictMark status,
        VerdictMark withinTurn,
        VerdictMark acrossTurns,
        String counts,
        int votes,
        String confidence,
        List<String> flags,
        List<OriginRuns> origins,
        List<String> claims,
        String next) {
    private static final int MOST_EXCHANGES = 30;

    /// The runs of one origin.
    public record OriginRuns(String title, List<RunLine> runs) {}

    /// A run.
    /// @param run its id, empty if it cannot be shown
    /// @param exchanges the numbers of its first requests
    public record RunLine(
            String run,
            String sealed,
            VerdictMark status,
            VerdictMark withinTurn,
            VerdictMark acrossTurns,
            String kept,
            String outcomes,
            List<Integer> exchanges,
            int requests) {
        public String address() {
            return "/runs/" + run;
        }

        /// The address of one of its exchanges.
        public String exchange(int number) {
            return address() + "/exchanges/" + number;
        }
    }

    static CellContent of(CellHistory history) {
        MatrixCell cell = history.cell();
        String product = CellWords.product(cell);
        return new CellContent(
                cell.id(),
                CellWords.subject(cell),
                product,
                MatrixTable.with("/matrix", cell.client() == null ? "product" : "client", product),
                cell.capability(),
                CellWords.setting(cell),
                VerdictMark.of(cell.status()),
                VerdictMark.of(cell.withinTurn()),
                VerdictMark.of(cell.acrossTurns()),
                CellWords.counts(cell.counts()),
                cell.votes(),
                CellWords.words(cell.confidence()),
                cell.flags().stream().map(CellWords::words).toList(),
                Arrays.stream(Vote.Origin.values())
                        .map(origin -> runs(origin, history.runs()))
                        .filter(group -> !group.runs().isEmpty())
                        .toList(),
                cell.claims().stream().map(CellWords::claim).toList(),
                history.next() == null ? "" : MatrixTable.with("/matrix/cells/" + cell.id(), "cursor", history.next()));
    }

    private static OriginRuns runs(Vote.Origin origin, List<CellRun> runs) {
        return new OriginRuns(
                MatrixOverviewFactory.words(origin),
                runs.stream()
                        .filter(run -> run.origin() == origin)
                        .map(CellContent::line)
                        .toList());
    }

    private static RunLine line(CellRun run) {
        return new RunLine(
                Objects.requireNonNullElse(run.run(), ""),
                TimeWording.time(run.sealed()),
                VerdictMark.of(run.status()),
                VerdictMark.of(run.withinTurn()),
                VerdictMark.of(run.acrossTurns()),
                run.exact() + " / " + run.due(),
                outcomes(run.outcomes()),
                run.run() == null
                        ? List.of()
                        : IntStream.rangeClosed(1, Math.min(MOST_EXCHANGES, run.exchanges()))
                                .boxed()
                                .toList(),
                run.exchanges());
    }

    private static String outcomes(Map<? extends Enum<?>, Integer> outcomes) {
        return outcomes.entrySet().stream()
                .map(count -> count.getValue() + " " + CellWords.words(count.getKey()))
                .collect(Collectors.joining(", "));
    }
}
