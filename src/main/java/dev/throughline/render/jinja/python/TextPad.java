package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;

/// `center`, `ljust`, `rjust` and `zfill`.
public final class TextPad {
    private TextPad() {}

    /// Pads to a width: on the right (0), on both sides (1) or on the left (2).
    public static Text pad(RenderState state, Text text, TemplateArguments arguments, int side) {
        int width = Arithmetic.index(arguments.require("pad", 0, "width"));
        Value fill = arguments.get(1, "fillchar", Text.of(" ", Origin.FRAME));
        if (!(fill instanceof Text character) || CodePoints.length(character.value()) != 1) {
            throw TemplateException.type("The fill character must be exactly one character long");
        }
        int missing = Math.max(0, width - CodePoints.length(text.value()));
        int left = side == 0 ? 0 : side == 2 ? missing : missing / 2 + (missing & width & 1);
        return state.builder()
                .append(fill(state, character.value(), left))
                .append(text)
                .append(fill(state, character.value(), missing - left))
                .build();
    }

    static Text zeros(RenderState state, Text text, TemplateArguments arguments) {
        int width = Arithmetic.index(arguments.require("zfill", 0, "width"));
        String value = text.value();
        int sign = value.startsWith("-") || value.startsWith("+") ? 1 : 0;
        return state.builder()
                .append(text, 0, sign)
                .append(fill(state, "0", Math.max(0, width - CodePoints.length(value))))
                .append(text, sign, value.length())
                .build();
    }

    private static Text fill(RenderState state, String character, int count) {
        state.budget().characters(count);
        return Text.of(character.repeat(count), state.origin());
    }
}
