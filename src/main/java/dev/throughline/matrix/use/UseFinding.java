package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.matrix.use.UseAnswer.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The answer for one capability of one product, with the cells behind it.
record UseFinding(Optional<Boolean> answer, UseReason reason, List<Row> rows) {
    static UseFinding yes(UseReason reason, List<Cell> cells) {
        return of(Optional.of(true), reason, cells);
    }

    static UseFinding no(UseReason reason, List<Cell> cells) {
        return of(Optional.of(false), reason, cells);
    }

    static UseFinding unknown(UseReason reason, List<Cell> cells) {
        return of(Optional.empty(), reason, cells);
    }

    /// The same with the cells in another role.
    UseFinding as(Role role) {
        return new UseFinding(
                answer,
                reason,
                rows.stream().map(row -> new Row(row.cell(), role)).toList());
    }

    /// The same cells with another answer.
    UseFinding answering(Optional<Boolean> chosen) {
        return new UseFinding(chosen, reason, rows);
    }

    /// Both must hold. No takes precedence over unknown, and unknown over yes; if both agree, the first
    /// gives the reason.
    UseFinding and(UseFinding other) {
        UseFinding decisive = other.weight() > weight() ? other : this;
        return new UseFinding(
                decisive.answer,
                decisive.reason,
                Stream.concat(rows.stream(), other.rows.stream()).toList());
    }

    /// Its precedence: a no has the highest, a yes the lowest.
    int weight() {
        return answer.map(isYes -> isYes ? 0 : 2).orElse(1);
    }

    private static UseFinding of(Optional<Boolean> answer, UseReason reason, List<Cell> cells) {
        return new UseFinding(
                answer,
                reason,
                cells.stream().map(cell -> new Row(cell, Role.MATCH)).toList());
    }
}
