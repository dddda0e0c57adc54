package dev.throughline.render.jinja;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// An attribute named in a filter's argument: dots go into it, digits are indexes.
final class AttributePath {
    private AttributePath() {}

    /// The argument `attribute` of a filter; without it a value itself.
    static UnaryOperator<TemplateValue> argument(RenderState state, TemplateArguments arguments, int index) {
        return arguments
                .find(index, "attribute")
                .filter(path -> !(path instanceof TemplateValue.NoneValue))
                .map(path -> of(state, path))
                .orElse(UnaryOperator.identity());
    }

    static UnaryOperator<TemplateValue> of(RenderState state, TemplateValue path) {
        chargeParts(state, path);
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
        chargeParts(state, paths);
        if (!(paths instanceof TextValue textValue) || !textValue.value().contains(",")) {
            return of(state, paths);
        }
        List<UnaryOperator<TemplateValue>> all = Arrays.stream(textValue.value().split(","))
                .map(path -> of(state, TextValue.of(path, Origin.FRAME)))
                .toList();
        return item -> TemplateValue.ListValue.of(
                all.stream().map(path -> path.apply(item)).toList());
    }

    /// Each character may be a part.
    private static void chargeParts(RenderState state, TemplateValue path) {
        if (path instanceof TextValue textValue) {
            state.budget().items(textValue.value().length());
        }
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
