package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// `value[from:to:step]`.
public final class SequenceSlice {
    private SequenceSlice() {}

    public static Value of(RenderState state, Value target, Value from, Value to, Value step) {
        Arithmetic.refuseUndefined(target);
        return switch (target) {
            case Text text -> text(state, text, from, to, step);
            case Value.ListValue list -> Value.ListValue.of(items(state, list.items(), from, to, step));
            case Value.TupleValue tuple -> new Value.TupleValue(items(state, tuple.items(), from, to, step));
            case Value.RangeValue range -> Value.ListValue.of(items(state, range.items(), from, to, step));
            case Value.DictValue _ -> throw TemplateException.type("unhashable type: 'slice'");
            default -> throw TemplateException.type("'" + target.typeName() + "' object is not subscriptable");
        };
    }

    private static Text text(RenderState state, Text text, Value from, Value to, Value step) {
        String value = text.value();
        state.budget().scan(value.length());
        int[] indexes = indexes(CodePoints.length(value), from, to, step);
        if (indexes[2] == 1) {
            int start = CodePoints.offset(value, indexes[0]);
            return text.substring(start, CodePoints.offset(value, Math.max(indexes[0], indexes[1])));
        }
        TextBuilder builder = state.builder();
        walk(indexes).forEach(at -> {
            int offset = CodePoints.offset(value, at);
            state.budget().scan(offset);
            builder.append(text, offset, offset + Character.charCount(value.codePointAt(offset)));
        });
        return builder.build();
    }

    private static List<Value> items(RenderState state, List<Value> items, Value from, Value to, Value step) {
        int[] indexes = indexes(items.size(), from, to, step);
        if (indexes[2] == 1) {
            return items.subList(indexes[0], Math.max(indexes[0], indexes[1]));
        }
        List<Value> found = new ArrayList<>();
        walk(indexes).forEach(at -> {
            state.budget().items(1);
            found.add(items.get(at));
        });
        return found;
    }

    private static IntStream walk(int[] indexes) {
        return IntStream.iterate(
                indexes[0], at -> indexes[2] > 0 ? at < indexes[1] : at > indexes[1], at -> at + indexes[2]);
    }

    private static int[] indexes(int size, Value from, Value to, Value step) {
        int by = step instanceof Value.NoneValue ? 1 : Arithmetic.index(step);
        if (by == 0) {
            throw TemplateException.value("slice step cannot be zero");
        }
        int low = by > 0 ? 0 : -1;
        int high = by > 0 ? size : size - 1;
        return new int[] {
            bound(from, by > 0 ? low : high, size, low, high), bound(to, by > 0 ? high : low, size, low, high), by
        };
    }

    private static int bound(Value value, int fallback, int size, int low, int high) {
        if (value instanceof Value.NoneValue) {
            return fallback;
        }
        Arithmetic.refuseUndefined(value);
        if (Arithmetic.integer(value).isEmpty()) {
            throw TemplateException.type("slice indices must be integers or None or have an __index__ method");
        }
        int index = Arithmetic.index(value);
        return Math.clamp(index < 0 ? index + size : index, low, high);
    }
}
