package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.python.AttributeLookup;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// An attribute named in a filter's argument: dots go into it, digits are indexes.
final class AttributePath {
    private AttributePath() {}

    static UnaryOperator<Value> of(RenderState state, Value path) {
        List<Value> steps = path instanceof Text text ? steps(text) : List.of(path);
        return item -> {
            state.budget().step();
            Value found = item;
            for (Value step : steps) {
                found = AttributeLookup.item(state, found, step);
            }
            return found;
        };
    }

    /// Several paths with commas between: a list of what each finds.
    static UnaryOperator<Value> each(RenderState state, Value paths) {
        if (!(paths instanceof Text text) || !text.value().contains(",")) {
            return of(state, paths);
        }
        List<UnaryOperator<Value>> all = Arrays.stream(text.value().split(","))
                .map(path -> of(state, Text.of(path, Origin.FRAME)))
                .toList();
        return item ->
                Value.ListValue.of(all.stream().map(path -> path.apply(item)).toList());
    }

    private static List<Value> steps(Text path) {
        return Arrays.stream(path.value().split("\\."))
                .map(step ->
                        !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit)
                                ? Value.IntValue.of(Long.parseLong(step))
                                : (Value) Text.of(step, Origin.FRAME))
                .toList();
    }
}
