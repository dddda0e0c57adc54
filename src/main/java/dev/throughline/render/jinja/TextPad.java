package dev.throughline.render.jinja;

/// `center`, `ljust`, `rjust` and `zfill`.
public final class TextPad {
    private TextPad() {}

    /// Pads to a width: on the right (0), on both sides (1) or on the left (2).
    public static TextValue pad(RenderState state, TextValue text, TemplateArguments arguments, int side) {
        int width = ValueCoercion.index(arguments.require("pad", 0, "width"));
        TemplateValue fill = arguments.get(1, "fillchar", TextValue.of(" ", Origin.FRAME));
        if (!(fill instanceof TextValue character)
                || character.value().length() > 2
                || CodePoints.length(character.value()) != 1) {
            throw TemplateException.type("The fill character must be exactly one character long");
        }
        state.budget().scan(text.value().length());
        int missing = Math.max(0, width - CodePoints.length(text.value()));
        int left = side == 0 ? 0 : side == 2 ? missing : missing / 2 + (missing & width & 1);
        return state.builder()
                .append(fill(state, character.value(), left))
                .append(text)
                .append(fill(state, character.value(), missing - left))
                .build();
    }

    static TextValue zeros(RenderState state, TextValue text, TemplateArguments arguments) {
        int width = ValueCoercion.index(arguments.require("zfill", 0, "width"));
        String value = text.value();
        state.budget().scan(value.length());
        int sign = value.startsWith("-") || value.startsWith("+") ? 1 : 0;
        return state.builder()
                .append(text, 0, sign)
                .append(fill(state, "0", Math.max(0, width - CodePoints.length(value))))
                .append(text, sign, value.length())
                .build();
    }

    private static TextValue fill(RenderState state, String character, int count) {
        state.budget().characters(count);
        return TextValue.of(character.repeat(count), state.origin());
    }

    /// `expandtabs`: spaces up to the next multiple of a width; a line begins behind a line feed or carriage return.
    static TextValue expandTabs(RenderState state, TextValue text, TemplateArguments arguments) {
        int width = ValueCoercion.index(arguments.get(0, "tabsize", TemplateValue.IntValue.of(8)));
        int[] column = {0};
        return MappedText.map(state, text, c -> {
            if (c == '\t') {
                int spaces = width <= 0 ? 0 : width - column[0] % width;
                state.budget().characters(spaces);
                column[0] += spaces;
                return " ".repeat(spaces);
            }
            column[0] = c == '\n' || c == '\r' ? 0 : column[0] + 1;
            return Character.toString(c);
        });
    }
}
