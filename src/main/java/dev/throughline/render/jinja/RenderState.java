package dev.throughline.render.jinja;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/// What one rendering knows beside its variables: its budget, its clock, and for which message it writes.
final class RenderState {
    private final RenderBudget budget;
    private final LocalDateTime now;
    private final List<GenerationRange> generations = new ArrayList<>();
    private Origin origin = Origin.FRAME;
    private Position position = Position.UNKNOWN;

    RenderState(RenderBudget budget, LocalDateTime now) {
        this.budget = budget;
        this.now = now;
    }

    RenderBudget budget() {
        return budget;
    }

    LocalDateTime now() {
        return now;
    }

    List<GenerationRange> generations() {
        return generations;
    }

    /// Where the statement is that is executed now.
    Position position() {
        return position;
    }

    void moveTo(Position next) {
        if (next != Position.UNKNOWN) {
            position = next;
        }
    }

    /// The origin of text that the template itself writes now.
    Origin origin() {
        return origin;
    }

    /// Writes for the message that `value` belongs to, if it belongs to one; gives the origin to go back to.
    Origin writeFor(Value value) {
        return writeFor(value.message());
    }

    Origin writeFor(int message) {
        Origin before = origin;
        if (message >= 0 && message != before.message()) {
            origin = new Origin.Scaffold(message);
        }
        return before;
    }

    void writeAs(Origin before) {
        origin = before;
    }

    TextBuilder builder() {
        return new TextBuilder(budget);
    }

    /// A text that the template makes now.
    Text text(String value) {
        budget.characters(value.length());
        return Text.of(value, origin);
    }

    /// The text of a value that is no string: of its own origin, if it has one.
    Text text(String value, Origin of) {
        budget.characters(value.length());
        return Text.of(value, of instanceof Origin.Content ? of : origin);
    }
}
