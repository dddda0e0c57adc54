package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Optional;

/// The votes of the last runs on one question, newest first.
///
/// If unanimous, that status. After one change, the newer status once it occurred three times in a row,
/// otherwise the older one. After changes in both directions, or more than one, the worst status, and
/// flaky. Source: architecture.md, "A cell of the matrix".
record VoteSeries(List<Status> votes) {
    private static final int CONFIRMED = 3;
    private static final int MANY = 3;

    /// @param statuses newest first; those that never vote are ignored
    static VoteSeries of(List<Status> statuses) {
        return new VoteSeries(statuses.stream().filter(VoteSeries::isVote).toList());
    }

    static boolean isVote(Status status) {
        return switch (status) {
            case PRESERVED, PARTIAL, BROKEN -> true;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> false;
        };
    }

    /// The resulting status; empty without votes.
    Optional<Status> status() {
        if (votes.isEmpty()) {
            return Optional.empty();
        }
        if (isFlaky()) {
            return votes.stream().max(Status::compareTo);
        }
        return Optional.of(isConfirmed() ? votes.getFirst() : votes.getLast());
    }

    boolean isFlaky() {
        return changes() > 1;
    }

    /// HIGH: at least three votes, all the same. MEDIUM: two that are the same, or a change confirmed by
    /// three in a row. LOW: fewer, an unconfirmed change, or flaky.
    Confidence confidence() {
        if (votes.size() < 2 || isFlaky() || !isConfirmed() && changes() > 0) {
            return Confidence.LOW;
        }
        return changes() == 0 && votes.size() >= MANY ? Confidence.HIGH : Confidence.MEDIUM;
    }

    private boolean isConfirmed() {
        return votes.stream().takeWhile(votes.getFirst()::equals).count() >= CONFIRMED;
    }

    private int changes() {
        int changes = 0;
        for (int i = 1; i < votes.size(); i++) {
            changes += votes.get(i) == votes.get(i - 1) ? 0 : 1;
        }
        return changes;
    }
}
