package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Computes the cells of a combination from its last eligible runs. Pure: the same votes yield the same cells.
///
/// A status is based on PRESERVED, PARTIAL and BROKEN alone; runs with another status are counted and never
/// vote. Once a run of a newer minor version of the suite has voted, runs of older ones that disagree do not count:
/// their scenario lacks what the newer one asks. The status of each scope follows the same rules independently. Flags
/// that depend on the time of reading are not set here.
public final class CellRules {
    /// Number of latest runs that count, including those that do not vote.
    public static final int WINDOW = 10;

    private CellRules() {}

    /// One cell for every capability that the runs have a status for.
    /// @param votes of this key, newest first; of those beyond the window only the moment of the first counts
    public static List<Cell> cells(CellKey key, List<Vote> votes) {
        List<Vote> counted = votes.subList(0, Math.min(WINDOW, votes.size()));
        List<Cell> cells = new ArrayList<>();
        for (Capability capability : Capability.values()) {
            List<Vote> about = counted.stream()
                    .filter(vote -> vote.capabilities().containsKey(capability))
                    .toList();
            if (!about.isEmpty()) {
                cells.add(cell(key, capability, about, first(votes, capability)));
            }
        }
        return cells;
    }

    /// The votes of the newest suite that has voted, and older ones that agree with them.
    private static List<Vote> counted(
            List<Vote> votes, Capability capability, Function<CapabilityVerdict, Status> view) {
        int newest = votes.stream()
                .filter(vote -> VoteSeries.isVote(status(vote, capability, view)))
                .mapToInt(Vote::suiteMinor)
                .max()
                .orElse(0);
        Predicate<Vote> isNewest = vote -> vote.suiteMinor() >= newest;
        List<Vote> decisive = votes.stream().filter(isNewest).toList();
        Optional<Status> result =
                VoteSeries.of(statuses(decisive, capability, view)).status();
        Predicate<Vote> agrees = vote -> result.equals(Optional.of(status(vote, capability, view)));
        return votes.stream().filter(isNewest.or(agrees)).toList();
    }

    /// When a run first said anything about a capability.
    private static Instant first(List<Vote> votes, Capability capability) {
        return votes.reversed().stream()
                .filter(vote -> vote.capabilities().containsKey(capability))
                .findFirst()
                .orElseThrow()
                .sealed();
    }

    private static Cell cell(CellKey key, Capability capability, List<Vote> all, Instant first) {
        List<Vote> votes = counted(all, capability, CapabilityVerdict::status);
        var voteSeries = VoteSeries.of(statuses(votes, capability, CapabilityVerdict::status));
        Status status = voteSeries.status().orElseGet(() -> status(votes.getFirst(), capability));
        Vote agreeing = votes.stream()
                .filter(vote -> status(vote, capability) == status)
                .findFirst()
                .orElseThrow();
        return new Cell(
                CellIdDigest.of(key, capability),
                key,
                capability,
                status,
                scope(all, capability, CapabilityVerdict::withinTurn),
                scope(all, capability, CapabilityVerdict::acrossTurns),
                voteSeries.isFlaky() ? Set.of(Flag.FLAKY) : Set.of(),
                voteSeries.confidence(),
                counts(votes, capability),
                voteSeries.votes().size(),
                agreeing.run(),
                agreeing.origin(),
                first,
                lastMeasured(votes, capability));
    }

    private static Status scope(List<Vote> votes, Capability capability, Function<CapabilityVerdict, Status> view) {
        List<Status> statuses = statuses(counted(votes, capability, view), capability, view);
        return VoteSeries.of(statuses).status().orElse(statuses.getFirst());
    }

    private static List<Status> statuses(
            List<Vote> votes, Capability capability, Function<CapabilityVerdict, Status> view) {
        return votes.stream().map(vote -> status(vote, capability, view)).toList();
    }

    private static Status status(Vote vote, Capability capability) {
        return status(vote, capability, CapabilityVerdict::status);
    }

    private static Status status(Vote vote, Capability capability, Function<CapabilityVerdict, Status> view) {
        return view.apply(
                Optional.ofNullable(vote.capabilities().get(capability)).orElseThrow());
    }

    private static Map<Status, Integer> counts(List<Vote> votes, Capability capability) {
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        votes.forEach(vote -> counts.merge(status(vote, capability), 1, Integer::sum));
        return counts;
    }

    /// When a run last voted, or, if none voted, when one was last counted.
    private static Instant lastMeasured(List<Vote> votes, Capability capability) {
        return votes.stream()
                .filter(vote -> VoteSeries.isVote(status(vote, capability)))
                .findFirst()
                .orElse(votes.getFirst())
                .sealed();
    }

    /// The votes of the last runs on one question, newest first.
    ///
    /// If unanimous, that status. After one change, the newer status once it occurred three times in a row,
    /// otherwise the older one. After changes in both directions, or more than one, the worst status, and
    /// flaky. Source: architecture.md, "A cell of the matrix".
    private record VoteSeries(List<Status> votes) {
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
}
