package dev.throughline.render.jinja;

import dev.throughline.render.jinja.JinjaTemplate.GenerationRange;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/// The state of one rendering besides its variables: its budget, its clock, and the message for which it writes.
public final class RenderState {
    private final RenderBudget budget;
    private final LocalDateTime now;
    private final List<GenerationRange> generations = new ArrayList<>();
    private Origin origin = Origin.FRAME;
    private Position position = Position.UNKNOWN;

    public RenderState(RenderBudget budget, LocalDateTime now) {
        this.budget = budget;
        this.now = now;
    }

    public RenderBudget budget() {
        return budget;
    }

    public LocalDateTime now() {
        return now;
    }

    public List<GenerationRange> generations() {
        return generations;
    }

    /// The position of the current statement.
    public Position position() {
        return position;
    }

    public void moveTo(Position next) {
        if (next != Position.UNKNOWN) {
            position = next;
        }
    }

    /// The origin of text that the template itself writes now.
    public Origin origin() {
        return origin;
    }

    /// Writes for the message that contains `value`, if any; returns the origin to restore.
    public Origin writeFor(TemplateValue value) {
        return writeFor(value.message());
    }

    Origin writeFor(int message) {
        Origin before = origin;
        if (message >= 0 && message != before.message()) {
            origin = new Origin.Scaffold(message);
        }
        return before;
    }

    public void writeAs(Origin before) {
        origin = before;
    }

    public TextValueBuilder builder() {
        return new TextValueBuilder(budget);
    }

    /// A text created by the template now.
    public TextValue text(String value) {
        budget.characters(value.length());
        return TextValue.of(value, origin);
    }

    /// The text of a value other than a string, with its own origin, if it has one.
    public TextValue text(String value, Origin of) {
        budget.characters(value.length());
        return TextValue.of(value, of instanceof Origin.Content ? of : origin);
    }
}
