package dev.throughline.pages.matrix;

import dev.throughline.pages.VerdictMark;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Collection;
import java.util.List;

/// Explains the marks and columns of a page: those that are on it, no others.
public record MatrixLegend(List<StatusMeaning> statuses, List<Capability> capabilities) {
    /// A status.
    public record StatusMeaning(VerdictMark mark, String text) {}

    static MatrixLegend of(Collection<Status> statuses, Collection<Capability> capabilities) {
        return new MatrixLegend(
                statuses.stream()
                        .distinct()
                        .sorted()
                        .map(status -> new StatusMeaning(VerdictMark.of(status), meaning(status)))
                        .toList(),
                capabilities.stream().distinct().sorted().toList());
    }

    private static String meaning(Status status) {
        return switch (status) {
            case PRESERVED -> "complete, unmodified, in order";
            case PARTIAL -> "some of it was lost or changed";
            case BROKEN -> "nothing of it came back unchanged";
            case UNSUPPORTED -> "the client cannot do it";
            case INCONCLUSIVE -> "the runs did not decide it";
            case NOT_EXERCISED -> "no occasion in the run";
            case ERROR -> "the check itself failed";
        };
    }
}
