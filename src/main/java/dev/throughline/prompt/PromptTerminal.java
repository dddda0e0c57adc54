package dev.throughline.prompt;

import dev.throughline.render.PromptSpan;
import dev.throughline.render.PromptTurn;
import java.util.Map;

/// A prompt in terminal colors, one for each field. Source: ECMA-48, 8.3.117 (SGR).
public final class PromptTerminal {
    private static final String RESET = "\u001b[0m";
    private static final Map<String, String> COLORS = Map.of(
            "system", "37",
            "user", "34",
            "reasoning", "35",
            "answer", "32",
            "call", "33",
            "result", "36",
            "tools", "95",
            "scaffold", "90",
            "frame", "90");

    private PromptTerminal() {}

    /// The prompt; control characters of the conversation are replaced by U+FFFD, so that they have no effect.
    public static String of(PromptTurn turn) {
        PromptFields fields = new PromptFields(turn.context());
        StringBuilder out = new StringBuilder();
        for (PromptSpan span : turn.prompt().spans()) {
            String text = turn.prompt().text().substring(span.from(), span.to());
            out.append("\u001b[").append(COLORS.get(fields.of(span.origin()))).append('m');
            text.codePoints()
                    .map(point -> Character.isISOControl(point) && point != '\n' && point != '\t' ? 0xFFFD : point)
                    .forEach(out::appendCodePoint);
            out.append(RESET);
        }
        return out.append('\n').toString();
    }
}
