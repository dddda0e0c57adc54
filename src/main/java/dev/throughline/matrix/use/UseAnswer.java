package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The answer to "can I use it?".
///
/// No takes precedence over unknown, and unknown over yes: a broken capability makes it no, whatever the others are.
///
/// @param answer yes, no, or empty for unknown
/// @param reason the reason for the capability that decided
/// @param counts eligible runs of the considered cells, by status
/// @param rows the considered cells, the deciding ones first
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

    /// The same with further notices.
    public UseAnswer with(List<Notice> more) {
        return new UseAnswer(
                answer,
                reason,
                capabilities,
                counts,
                Stream.concat(notices.stream(), more.stream()).toList(),
                rows);
    }

    /// The answer for one capability.
    public record Part(Capability capability, Optional<Boolean> answer, UseReason reason) {}

    /// A cell and its role.
    public record Row(Cell cell, Role role) {}

    /// The role of a cell in an answer.
    public enum Role {
        /// It matches the question.
        MATCH,
        /// The backend by itself, which was not measured together with the client.
        BACKEND,
        /// Another version of the same product, next to the requested one.
        NEIGHBOR,
        /// The same version with another variant of the recipe or another reasoning field; not counted.
        VARIANT,
        /// Live traffic of the version; not counted unless the question asks for it.
        TRAFFIC
    }

    /// A notice about the answer.
    public record Notice(Kind kind, String text) {
        /// The subject of a notice.
        public enum Kind {
            /// After a no: a version that was measured to preserve it.
            REMEDY,
            /// Several cells match; states how they were combined.
            COMBINED,
            /// Combined from client and backend measured separately.
            NOT_MEASURED_TOGETHER,
            /// The gateway through which it was measured.
            THROUGH_GATEWAY,
            /// Cells whose runs were inconclusive; ignored.
            NO_VOTE,
            /// The packages with which the client was measured.
            PACKAGES,
            /// Another variant has a different answer.
            VARIANT,
            /// Live traffic that is shown and not counted.
            TRAFFIC,
            STALE,
            DISPUTED,
            /// A third-party claim; it never counts.
            CLAIM
        }
    }
}
