package dev.throughline.render;

import dev.throughline.render.jinja.JinjaTemplate.GenerationRange;
import dev.throughline.render.jinja.JinjaTemplate.RenderedText;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.TextValue;
import java.util.ArrayList;
import java.util.List;

/// A rendered prompt. Its spans are in order, contiguous, and cover every character.
///
/// @param generations what the template marks with `{% generation %}` as written by the model
public record Rendering(String text, List<PromptSpan> spans, List<GenerationRange> generations) {
    public Rendering {
        spans = List.copyOf(spans);
        generations = List.copyOf(generations);
    }

    static Rendering of(RenderedText rendered) {
        List<PromptSpan> spans = new ArrayList<>();
        int at = 0;
        for (TextValue.Run run : rendered.text().runs()) {
            spans.add(new PromptSpan(at, at + run.length(), run.origin(), run.offset()));
            at += run.length();
        }
        return new Rendering(rendered.text().value(), spans, rendered.generations());
    }

    /// This prompt followed by generated text, which has no field.
    public Rendering followedBy(String more) {
        List<PromptSpan> longer = new ArrayList<>(spans);
        if (!more.isEmpty()) {
            longer.add(new PromptSpan(text.length(), text.length() + more.length(), Origin.FRAME, 0));
        }
        return new Rendering(text + more, longer, generations);
    }

    /// The first `length` UTF-16 units of this prompt.
    Rendering until(int length) {
        List<PromptSpan> shorter = spans.stream()
                .filter(span -> span.from() < length)
                .map(span -> new PromptSpan(span.from(), Math.min(span.to(), length), span.origin(), span.offset()))
                .toList();
        List<GenerationRange> kept =
                generations.stream().filter(range -> range.end() <= length).toList();
        return new Rendering(text.substring(0, length), shorter, kept);
    }

    /// The origin of the character at `offset`, in UTF-16 units; that of the template's frame after the end.
    public Origin originAt(int offset) {
        return offset >= text.length()
                ? Origin.FRAME
                : spans.get(spanAt(offset)).origin();
    }

    /// The index of the span that holds the character at `offset`.
    int spanAt(int offset) {
        int low = 0;
        int high = spans.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (spans.get(middle).from() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
