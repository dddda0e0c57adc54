package dev.throughline.render.jinja;

import java.util.Arrays;

/// Builds a [TextValue] piece by piece; neighboring pieces of one origin become one run.
public final class TextValueBuilder {
    private final RenderBudget budget;
    private final int most;
    private final StringBuilder value = new StringBuilder();
    private TextValue.Run[] runs = new TextValue.Run[8];
    private int count;
    private Origin origin = Origin.FRAME;
    private int offset;
    private int length;

    TextValueBuilder(RenderBudget budget) {
        this(budget, Integer.MAX_VALUE);
    }

    /// @param most characters, more than which end the rendering
    TextValueBuilder(RenderBudget budget, int most) {
        this.budget = budget;
        this.most = most;
    }

    private void room(int count) {
        budget.characters(count);
        if (count > most - value.length()) {
            throw RenderBudget.exceeded("a prompt of more than " + most + " characters");
        }
    }

    public int length() {
        return value.length();
    }

    public TextValueBuilder append(TextValue textValue) {
        return append(textValue, 0, textValue.value().length());
    }

    public TextValueBuilder append(TextValue textValue, int from, int to) {
        if (from < to) {
            room(to - from);
            compared(textValue.runCount());
            value.append(textValue.value(), from, to);
            textValue.appendRuns(this, from, to);
        }
        return this;
    }

    public TextValueBuilder append(String text, Origin from) {
        return append(text, from, 0);
    }

    public TextValueBuilder append(String text, Origin from, int at) {
        if (!text.isEmpty()) {
            room(text.length());
            value.append(text);
            run(from, at, text.length());
        }
        return this;
    }

    void compared(int count) {
        budget.compared(count);
    }

    void run(Origin from, int at, int size) {
        if (length > 0 && continues(from, at)) {
            length += size;
            return;
        }
        flush();
        origin = from;
        offset = at;
        length = size;
    }

    public TextValue build() {
        flush();
        length = 0;
        return value.isEmpty() ? TextValue.EMPTY : new TextValue(value.toString(), Arrays.copyOf(runs, count), false);
    }

    private boolean continues(Origin from, int at) {
        return from instanceof Origin.Content
                ? from == origin && at == offset + length
                : from == origin || from.equals(origin);
    }

    private void flush() {
        if (length > 0) {
            if (count == runs.length) {
                runs = Arrays.copyOf(runs, count * 2);
            }
            runs[count++] = new TextValue.Run(origin, offset, length);
        }
    }
}
