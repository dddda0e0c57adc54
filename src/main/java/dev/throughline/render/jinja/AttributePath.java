package dev.throughline.render.jinja;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// An attribute named in a filter's argument: dots go into it, digits are indexes.
final class AttributePath {
    private AttributePath() {}

    /// The argument `attribute` of a filter; without it a value itself.
    static UnaryOperator<TemplateValue> argument(RenderState state, TemplateArguments arguments, int index) {
        return of(state, arguments.get(index, "attribute"));
    }

    static UnaryOperator<TemplateValue> of(RenderState state, TemplateValue path) {
        return of(state, path, TemplateValue.NONE);
    }

    /// @param fallback for each part of the path that finds nothing, unless it is `None`
    static UnaryOperator<TemplateValue> of(RenderState state, TemplateValue path, TemplateValue fallback) {
        chargeParts(state, path);
        List<TemplateValue> steps = switch (path) {
            case TextValue text -> steps(text);
            case TemplateValue.NoneValue _ -> List.of();
            default -> List.of(path);
        };
        boolean hasFallback = !(fallback instanceof TemplateValue.NoneValue);
        return item -> {
            state.budget().step();
            TemplateValue found = item;
            for (TemplateValue step : steps) {
                found = AttributeLookup.item(state, found, step);
                found = hasFallback && found instanceof TemplateValue.UndefinedValue ? fallback : found;
            }
            return found;
        };
    }

    /// Several paths with commas between, or `None` for a value itself: always a list of what each finds, so that keys
    /// that are equal are never ordered, whatever they are.
    static UnaryOperator<TemplateValue> each(
            RenderState state, TemplateValue paths, UnaryOperator<TemplateValue> change) {
        List<UnaryOperator<TemplateValue>> all =
                paths instanceof TextValue text ? parts(state, text) : List.of(of(state, paths));
        return item -> {
            state.budget().items(all.size());
            return TemplateValue.ListValue.of(
                    all.stream().map(path -> change.apply(path.apply(item))).toList());
        };
    }

    private static List<UnaryOperator<TemplateValue>> parts(RenderState state, TextValue paths) {
        chargeParts(state, paths);
        return Arrays.stream(paths.value().split(",", -1))
                .map(path -> of(state, TextValue.of(path, Origin.FRAME)))
                .toList();
    }

    /// Each character may be a part.
    private static void chargeParts(RenderState state, TemplateValue path) {
        if (path instanceof TextValue text) {
            state.budget().items(text.value().length());
        }
    }

    private static List<TemplateValue> steps(TextValue path) {
        return Arrays.stream(path.value().split("\\.", -1))
                .map(step ->
                        !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit)
                                ? TemplateValue.IntValue.of(Long.parseLong(step))
                                : (TemplateValue) TextValue.of(step, Origin.FRAME))
                .toList();
    }
}
