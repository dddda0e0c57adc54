package dev.throughline.run.training;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// What an export has, and what it left out.
@Schema(name = "TrainingSummary", description = "The available training samples, and what was omitted and why.")
public record TrainingSummary(
        List<String> runs,

        @Schema(description = "messages, prompt-completion or tokens")
        String shape,

        @Schema(description = "Exchanges of the runs.") long exchanges,

        @Schema(description = "Branches of their conversations.")
        long branches,

        @Schema(description = "Rows, one per branch.") long rows,

        @Schema(description = "Rows of branches that lost reasoning.")
        long rowsWithLoss,

        @Schema(description = "Rows of answers that were cut or failed.")
        long rowsTruncated,

        @Schema(description = "Tokens of all rows; 0 for shapes without tokens.")
        long tokens,

        @Schema(description = "Tokens trained on.") long learntTokens,

        @Schema(description = "Branches without a row, by reason.")
        Map<String, Long> leftOut,

        @Schema(description = "Names and versions, at most 100.")
        SortedSet<String> clients,

        @Schema(description = "Models as requested, at most 100.")
        SortedSet<String> models,

        @Schema(description = "Templates with the digest of their text, at most 100.")
        SortedSet<String> templates,

        @Schema(description = "Tokenizers, at most 100.") SortedSet<String> tokenizers,

        @Schema(description = "Verdicts of the runs, and how many runs have each; `open` for one that is not sealed.")
        Map<String, Long> verdicts,

        String generator) {
    private static final int MOST_NAMES = 100;

    /// Adds a name, unless there are too many to list.
    static void add(SortedSet<String> names, String name) {
        if (names.size() < MOST_NAMES) {
            names.add(name);
        }
    }

    /// The sum of both.
    public TrainingSummary plus(TrainingSummary other) {
        List<String> both = new java.util.ArrayList<>(runs);
        both.addAll(other.runs);
        return new TrainingSummary(
                both,
                shape,
                exchanges + other.exchanges,
                branches + other.branches,
                rows + other.rows,
                rowsWithLoss + other.rowsWithLoss,
                rowsTruncated + other.rowsTruncated,
                tokens + other.tokens,
                learntTokens + other.learntTokens,
                sum(leftOut, other.leftOut),
                union(clients, other.clients),
                union(models, other.models),
                union(templates, other.templates),
                union(tokenizers, other.tokenizers),
                sum(verdicts, other.verdicts),
                generator);
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> more) {
        Map<String, Long> sums = new TreeMap<>(some);
        more.forEach((name, count) -> sums.merge(name, count, Long::sum));
        return sums;
    }

    private static SortedSet<String> union(SortedSet<String> some, SortedSet<String> more) {
        SortedSet<String> all = new TreeSet<>(some);
        more.forEach(name -> add(all, name));
        return all;
    }
}
