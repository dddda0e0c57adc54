package dev.throughline.render.jinja;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// An attribute named in a filter's argument: dots go into it, digits are indexes.
final class AttributePath {
    private AttributePath() {}

    static UnaryOperator<TemplateValue> of(RenderState state, TemplateValue path) {
        List<TemplateValue> steps = path instanceof TextValue textValue ? steps(textValue) : List.of(path);
        return item -> {
            state.budget().step();
            TemplateValue found = item;
            for (TemplateValue step : steps) {
                found = AttributeLookup.item(state, found, step);
            }
            return found;
        };
    }

    /// Several paths with commas between: a list of what each finds.
    static UnaryOperator<TemplateValue> each(RenderState state, TemplateValue paths) {
        if (!(paths instanceof TextValue textValue) || !textValue.value().contains(",")) {
            return of(state, paths);
        }
        List<UnaryOperator<TemplateValue>> all = Arrays.stream(textValue.value().split(","))
                .map(path -> of(state, TextValue.of(path, Origin.FRAME)))
                .toList();
        return item -> TemplateValue.ListValue.of(
                all.stream().map(path -> path.apply(item)).toList());
    }

    private static List<TemplateValue> steps(TextValue path) {
        return Arrays.stream(path.value().split("\\."))
                .map(step ->
                        !step.isEmpty() && step.length() < 10 && step.chars().allMatch(Character::isDigit)
                                ? TemplateValue.IntValue.of(Long.parseLong(step))
                                : (TemplateValue) TextValue.of(step, Origin.FRAME))
                .toList();
    }
}
