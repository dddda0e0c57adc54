package dev.throughline.prompt.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.TemplateFingerprints;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.prefix.PromptTurn;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A rendered prompt.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Prompt", description = "A rendered prompt. Offsets count Unicode characters (code points) from 0.")
record PromptView(
        @Schema(required = true, description = "What the model reads.")
        String text,

        @Schema(required = true, description = "Where each character came from: in order, without gaps.")
        List<SpanView> spans,

        @Schema(required = true) TokensView tokens,

        @Schema(required = true, description = "Fingerprints of the template.")
        FingerprintsView fingerprints) {

    /// Characters of one origin.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PromptSpan", description = "Neighbouring characters of one origin.")
    record SpanView(
            @Schema(required = true, description = "The first character.")
            int from,

            @Schema(required = true, description = "After the last character.")
            int to,

            @Schema(
                    required = true,
                    description =
                            "content: a value of the context; scaffold: text of the template for a message; frame:"
                                    + " any other text of the template.",
                    enumeration = {"content", "scaffold", "frame"})
            String origin,

            @Schema(description = "Of content: JSON pointer to the value in the context.") @Nullable
            String pointer,

            @Schema(description = "Index of the message that it belongs to, if it belongs to one.") @Nullable
            Integer message) {

        static SpanView of(PromptSpan span, CharacterOffsets offsets) {
            int from = offsets.of(span.from());
            int to = offsets.of(span.to());
            int message = span.origin().message();
            @Nullable Integer index = message < 0 ? null : Integer.valueOf(message);
            return switch (span.origin()) {
                case Origin.Content content ->
                    new SpanView(from, to, "content", content.pointer().toString(), index);
                case Origin.Scaffold _ -> new SpanView(from, to, "scaffold", null, index);
                case Origin.Frame _ -> new SpanView(from, to, "frame", null, null);
            };
        }
    }

    /// How many tokens it has.
    @Schema(name = "PromptTokens", description = "How many tokens the prompt has.")
    record TokensView(
            @Schema(required = true, description = "The number.")
            int count,

            @Schema(
                    required = true,
                    description =
                            "Whether it is an estimate (a token for four characters), since no tokenizer is known.")
            boolean estimated) {

        static TokensView estimate(int characters) {
            return new TokensView((characters + 3) / 4, true);
        }
    }

    /// Names of a template.
    @Schema(name = "TemplateFingerprints", description = "Names of a template, each a SHA-256 in hexadecimal digits.")
    record FingerprintsView(
            @Schema(required = true, description = "Of the template's text.")
            String text,

            @Schema(required = true, description = "Of what it renders for a set of probe conversations.")
            String behaviour) {

        static FingerprintsView of(TemplateFingerprints fingerprints) {
            return new FingerprintsView(fingerprints.text(), fingerprints.behaviour());
        }
    }

    static PromptView of(PromptTurn turn) {
        Rendering prompt = turn.prompt();
        CharacterOffsets offsets = new CharacterOffsets(prompt.text());
        List<SpanView> spans =
                prompt.spans().stream().map(span -> SpanView.of(span, offsets)).toList();
        int characters = prompt.text().codePointCount(0, prompt.text().length());
        return new PromptView(
                prompt.text(),
                spans,
                TokensView.estimate(characters),
                FingerprintsView.of(TemplateFingerprints.of(turn.template())));
    }
}
