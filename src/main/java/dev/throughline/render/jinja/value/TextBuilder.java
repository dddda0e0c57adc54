package dev.throughline.render.jinja.value;

import java.util.Arrays;

/// Builds a [Text] piece by piece; neighbouring pieces of one origin become one run.
public final class TextBuilder {
    private final RenderBudget budget;
    private final StringBuilder value = new StringBuilder();
    private Text.Run[] runs = new Text.Run[8];
    private int count;
    private Origin origin = Origin.FRAME;
    private int offset;
    private int length;

    TextBuilder(RenderBudget budget) {
        this.budget = budget;
    }

    public int length() {
        return value.length();
    }

    public TextBuilder append(Text text) {
        return append(text, 0, text.value().length());
    }

    public TextBuilder append(Text text, int from, int to) {
        if (from < to) {
            budget.characters(to - from);
            value.append(text.value(), from, to);
            text.appendRuns(this, from, to);
        }
        return this;
    }

    public TextBuilder append(String text, Origin from) {
        return append(text, from, 0);
    }

    public TextBuilder append(String text, Origin from, int at) {
        if (!text.isEmpty()) {
            budget.characters(text.length());
            value.append(text);
            run(from, at, text.length());
        }
        return this;
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

    public Text build() {
        flush();
        length = 0;
        return value.isEmpty() ? Text.EMPTY : new Text(value.toString(), Arrays.copyOf(runs, count), false);
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
            runs[count++] = new Text.Run(origin, offset, length);
        }
    }
}
