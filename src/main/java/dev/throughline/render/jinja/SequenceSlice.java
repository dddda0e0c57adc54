package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// `value[from:to:step]`.
public final class SequenceSlice {
    private SequenceSlice() {}

    public static TemplateValue of(
            RenderState state, TemplateValue target, TemplateValue from, TemplateValue to, TemplateValue step) {
        ValueCoercion.refuseUndefined(target);
        return switch (target) {
            case TextValue textValue -> text(state, textValue, from, to, step);
            case TemplateValue.ListValue list -> TemplateValue.ListValue.of(items(state, list.items(), from, to, step));
            case TemplateValue.TupleValue tuple ->
                new TemplateValue.TupleValue(items(state, tuple.items(), from, to, step));
            case TemplateValue.RangeValue range ->
                TemplateValue.ListValue.of(items(state, range.items(), from, to, step));
            case TemplateValue.DictValue _ -> throw TemplateException.type("unhashable type: 'slice'");
            default -> throw TemplateException.type("'" + target.typeName() + "' object is not subscriptable");
        };
    }

    private static TextValue text(
            RenderState state, TextValue textValue, TemplateValue from, TemplateValue to, TemplateValue step) {
        String value = textValue.value();
        state.budget().scan(value.length());
        int[] indexes = indexes(CodePoints.length(value), from, to, step);
        if (indexes[2] == 1) {
            int start = CodePoints.offset(value, indexes[0]);
            return textValue.substring(
                    state.budget(), start, CodePoints.offset(value, Math.max(indexes[0], indexes[1])));
        }
        TextValueBuilder builder = state.builder();
        walk(indexes).forEach(at -> {
            int offset = CodePoints.offset(value, at);
            state.budget().scan(offset);
            builder.append(textValue, offset, offset + Character.charCount(value.codePointAt(offset)));
        });
        return builder.build();
    }

    private static List<TemplateValue> items(
            RenderState state, List<TemplateValue> items, TemplateValue from, TemplateValue to, TemplateValue step) {
        int[] indexes = indexes(items.size(), from, to, step);
        if (indexes[2] == 1) {
            return items.subList(indexes[0], Math.max(indexes[0], indexes[1]));
        }
        List<TemplateValue> found = new ArrayList<>();
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

    private static int[] indexes(int size, TemplateValue from, TemplateValue to, TemplateValue step) {
        int by = step instanceof TemplateValue.NoneValue ? 1 : ValueCoercion.index(step);
        if (by == 0) {
            throw TemplateException.value("slice step cannot be zero");
        }
        int low = by > 0 ? 0 : -1;
        int high = by > 0 ? size : size - 1;
        return new int[] {
            bound(from, by > 0 ? low : high, size, low, high), bound(to, by > 0 ? high : low, size, low, high), by
        };
    }

    private static int bound(TemplateValue templateValue, int fallback, int size, int low, int high) {
        if (templateValue instanceof TemplateValue.NoneValue) {
            return fallback;
        }
        ValueCoercion.refuseUndefined(templateValue);
        if (ValueCoercion.integer(templateValue).isEmpty()) {
            throw TemplateException.type("slice indices must be integers or None or have an __index__ method");
        }
        int index = ValueCoercion.index(templateValue);
        return Math.clamp(index < 0 ? index + size : index, low, high);
    }
}
