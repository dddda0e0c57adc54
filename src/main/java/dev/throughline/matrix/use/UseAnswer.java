package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The answer to "can I use it?".
///
/// No beats unknown, and unknown beats yes: a capability that is broken makes it no, whatever the others say.
///
/// @param answer yes, no, or empty for unknown
/// @param reason of the capability that decided
/// @param counts eligible runs of the cells that were looked at, by status
/// @param rows the cells that were looked at, those that decided first
public record UseAnswer(
        Optional<Boolean> answer,
        UseReason reason,
        List<Part> capabilities,
        Map<Status, Integer> counts,
        List<Notice> notices,
        List<Row> rows) {
    public UseAnswer {
        capabilities = List.copyOf(capabilities);
        counts = Map.copyOf(counts);
        notices = List.copyOf(notices);
        rows = List.copyOf(rows);
    }

    /// The answer for one capability.
    public record Part(Capability capability, Optional<Boolean> answer, UseReason reason) {}

    /// A cell and the part that it plays.
    public record Row(Cell cell, Role role) {}

    /// The part that a cell plays in an answer.
    public enum Role {
        /// It is what was asked about.
        MATCH,
        /// It is the backend by itself, which was not measured together with the client.
        BACKEND,
        /// Another version of the same, next to the one asked about.
        NEIGHBOUR,
        /// The same version with another variant of the recipe; not counted.
        VARIANT
    }

    /// What must be known beside the answer.
    public record Notice(Kind kind, String text) {
        /// What a notice is about.
        public enum Kind {
            /// Several cells match; how they were combined.
            COMBINED,
            /// Joined from client and backend by themselves.
            NOT_MEASURED_TOGETHER,
            /// Through which gateway it was measured.
            THROUGH_GATEWAY,
            /// Cells whose runs could not say; left out.
            NO_VOTE,
            /// Another variant has another answer.
            VARIANT,
            STALE,
            DISPUTED,
            /// Somebody else's report; it never counts.
            CLAIM,
            /// There is more evidence than was read.
            TRUNCATED
        }
    }
}
