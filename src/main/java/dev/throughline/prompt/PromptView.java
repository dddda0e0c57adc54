package dev.throughline.prompt;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.ControlTokens;
import dev.throughline.render.LossMask;
import dev.throughline.render.LossRules;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.PromptAttribution;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.Rendering;
import dev.throughline.render.TemplateFingerprints;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A rendered prompt.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Prompt", description = "A rendered prompt. Offsets count Unicode characters (code points) from 0.")
public record PromptView(
        @Schema(required = true, description = "The prompt text.")
        String text,

        @Schema(
                required = true,
                description = "How the template was given the request: as a server hands on its messages, or as a"
                        + " context that was used as it is.",
                enumeration = {"transformers", "vllm", "context"})
        String mode,

        @Schema(
                required = true,
                implementation = SpanView[].class,
                description = "The origin of each character: in order, without gaps.")
        Iterable<SpanView> spans,

        @Schema(required = true) TokensView tokens,

        @Schema(
                description = "Control tokens that the conversation spells, such as a user who writes <|assistant|>:"
                        + " they are encoded as text. Absent if there are none.")
        @Nullable
        List<SpelledView> spelledTokens,

        @Schema(description = "What the model would have written; absent if the model's profile is missing.") @Nullable
        List<RangeView> sampled,

        @Schema(description = "What ends an answer, by the profile; absent without one.") @Nullable
        List<String> stops,

        @Schema(required = true, description = "Fingerprints of the template.")
        FingerprintsView fingerprints) {
    /// Characters with the same origin.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PromptSpan", description = "Neighboring characters of one origin.")
    public record SpanView(
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

    /// Some characters.
    @Schema(name = "PromptRange", description = "A range of characters.")
    public record RangeView(
            @Schema(required = true, description = "The first character.")
            int from,

            @Schema(required = true, description = "After the last character.")
            int to) {}

    /// A control token that is text of a conversation.
    @Schema(name = "SpelledToken", description = "A control token that is text of a conversation.")
    public record SpelledView(
            @Schema(required = true, description = "The first character.")
            int from,

            @Schema(required = true, description = "After the last character.")
            int to,

            @Schema(required = true, description = "The token that it spells.")
            String token,

            @Schema(required = true, description = "JSON pointer to the field that has its first character.")
            String pointer) {}

    /// The number of tokens, and their ids.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "PromptTokens", description = "The number of tokens in the prompt, and the tokens.")
    public record TokensView(
            @Schema(required = true, description = "The number.")
            int count,

            @Schema(required = true, description = "Whether it is an estimate: one token per four characters.")
            boolean estimated,

            @Schema(description = "The tokens; absent without a tokenizer.")
            int @Nullable [] ids,

            @Schema(description = "The first character of each token; absent without a tokenizer.")
            int @Nullable [] starts,

            @Schema(
                    description = "Of each token, 1 where it is learned; absent without `messageLossMask`. Learned is"
                            + " what the model would have written of the messages that are chosen.")
            int @Nullable [] lossMask) {
        static TokensView estimate(int characters) {
            return new TokensView((characters + 3) / 4, true, null, null, null);
        }

        static TokensView of(Encoding encoding, String text, int @Nullable [] lossMask) {
            int[] starts = new int[encoding.size()];
            CharacterOffsets offsets = new CharacterOffsets(text);
            for (int index = 0; index < starts.length; index++) {
                starts[index] = offsets.of(encoding.start(index));
            }
            return new TokensView(encoding.size(), false, encoding.ids(), starts, lossMask);
        }
    }

    /// The variable names of a template.
    @Schema(name = "TemplateFingerprints", description = "Names of a template, each a SHA-256 in hexadecimal digits.")
    public record FingerprintsView(
            @Schema(required = true, description = "Of the template's text.")
            String text,

            @Schema(required = true, description = "Of what it renders for a set of probe conversations.")
            String behavior) {
        static FingerprintsView of(TemplateFingerprints fingerprints) {
            return new FingerprintsView(fingerprints.text(), fingerprints.behavior());
        }
    }

    /// The prompt for a request.
    ///
    /// @param tokenizer for counting; without one the number of tokens is an estimate
    /// @param profile of the model; without one it is not known what the model would have written, unless
    ///     the template marks it
    /// @throws dev.throughline.render.AttributionException if the profile does not fit the template
    public static PromptView of(PromptTurn turn, Optional<Tokenizer> tokenizer, Optional<ModelProfile> profile) {
        return of(turn, tokenizer, profile, Optional.empty());
    }

    /// The same with a mask of what is learned, which needs a tokenizer.
    ///
    /// @param learned indices of the messages whose answers are
    static PromptView of(
            PromptTurn turn,
            Optional<Tokenizer> tokenizer,
            Optional<ModelProfile> profile,
            Optional<Set<Integer>> learned) {
        Rendering prompt = turn.prompt();
        String text = prompt.text();
        List<ControlTokens.Spelled> spelled =
                ControlTokens.of(turn.template(), tokenizer).in(prompt);
        JsonNode messages = turn.context().path("messages");
        PromptAttribution attribution = profile.map(known -> PromptAttribution.of(prompt, messages, known))
                .orElseGet(() -> PromptAttribution.withoutProfile(prompt, messages));
        return new PromptView(
                text,
                turn.input().mode(),
                spans(prompt),
                tokenizer
                        .map(known -> known.encode(text, ControlTokens.ranges(spelled)))
                        .map(ids -> TokensView.of(
                                ids,
                                text,
                                learned.map(chosen -> mask(ids, attribution, chosen))
                                        .orElse(null)))
                        .orElseGet(() -> TokensView.estimate(text.codePointCount(0, text.length()))),
                spelled.isEmpty() ? null : spelled(spelled, text),
                attribution.knowsSampled() ? ranges(attribution, text) : null,
                profile.map(ModelProfile::stops).orElse(null),
                FingerprintsView.of(TemplateFingerprints.of(turn.template())));
    }

    private static int[] mask(Encoding ids, PromptAttribution attribution, Set<Integer> messages) {
        LossMask mask = LossMask.of(ids, attribution, LossRules.SAMPLED.only(messages));
        int[] found = new int[mask.size()];
        Arrays.setAll(found, index -> mask.isLearnt(index) ? 1 : 0);
        return found;
    }

    /// Made as they are written: a prompt of many messages has more of them than text.
    private static Iterable<SpanView> spans(Rendering prompt) {
        return () -> {
            CharacterOffsets offsets = new CharacterOffsets(prompt.text());
            return prompt.spans().stream()
                    .map(span -> SpanView.of(span, offsets))
                    .iterator();
        };
    }

    private static List<SpelledView> spelled(List<ControlTokens.Spelled> found, String text) {
        CharacterOffsets offsets = new CharacterOffsets(text);
        return found.stream()
                .map(each ->
                        new SpelledView(offsets.of(each.from()), offsets.of(each.to()), each.token(), each.pointer()))
                .toList();
    }

    private static List<RangeView> ranges(PromptAttribution attribution, String text) {
        List<RangeView> found = new ArrayList<>();
        CharacterOffsets offsets = new CharacterOffsets(text);
        int at = 0;
        while (at < text.length()) {
            if (!attribution.isSampled(at)) {
                at++;
                continue;
            }
            int from = offsets.of(at);
            while (at < text.length() && attribution.isSampled(at)) {
                at++;
            }
            found.add(new RangeView(from, offsets.of(at)));
        }
        return found;
    }

    /// Converts offsets in UTF-16 units to offsets in Unicode characters (code points).
    static final class CharacterOffsets {
        private final String text;
        private int unit;
        private int character;

        CharacterOffsets(String text) {
            this.text = text;
        }

        /// The number of characters before `offset`. Offsets must be queried in ascending order; the cost of
        /// each is its distance from the previous one.
        int of(int offset) {
            character += text.codePointCount(unit, offset);
            unit = offset;
            return character;
        }
    }
}
