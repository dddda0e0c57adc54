package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.jinja.GenerationRange;
import dev.throughline.render.jinja.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Attributes each character of a prompt: to a message, to the model's output (*sampled*), and to a
/// message's body (*content*).
///
/// The text of an answer after its header is sampled, including its stop string; if that is the role marker of the
/// next message, as for GLM, the marker is sampled but not content. The generation prompt is neither.
public final class PromptAttribution {
    private final List<PromptSpan> spans;
    private final List<String> roles;
    private final List<AnswerRegion> answers;
    private final BitSet content;
    private final Optional<BitSet> sampled;
    private final int length;

    private PromptAttribution(
            Rendering rendering, List<String> roles, List<AnswerRegion> answers, Optional<BitSet> sampled) {
        this.spans = rendering.spans();
        this.roles = roles;
        this.answers = answers;
        this.sampled = sampled;
        this.length = rendering.text().length();
        this.content = new BitSet(length);
        for (PromptSpan span : spans) {
            content.set(span.from(), span.to(), MessageRegions.isBody(span.origin()));
        }
        answers.forEach(answer -> content.set(answer.body(), answer.stop()));
    }

    /// @param messages those of the rendered context
    /// @throws AttributionException if an answer has no header of the profile
    public static PromptAttribution of(Rendering rendering, JsonNode messages, ModelProfile profile) {
        List<String> roles = roles(messages);
        List<AnswerRegion> answers = new AnswerFinder(rendering, roles, profile).find();
        BitSet sampled = new BitSet(rendering.text().length());
        answers.forEach(answer -> sampled.set(answer.body(), answer.end()));
        return new PromptAttribution(rendering, roles, answers, Optional.of(sampled));
    }

    /// Without a profile only what the template marks with `{% generation %}` is known to be sampled.
    ///
    /// @param messages those of the rendered context
    public static PromptAttribution withoutProfile(Rendering rendering, JsonNode messages) {
        BitSet sampled = new BitSet(rendering.text().length());
        for (GenerationRange range : rendering.generations()) {
            sampled.set(range.start(), range.end());
        }
        return new PromptAttribution(
                rendering,
                roles(messages),
                List.of(),
                rendering.generations().isEmpty() ? Optional.empty() : Optional.of(sampled));
    }

    private static List<String> roles(JsonNode messages) {
        List<String> found = new ArrayList<>();
        messages.forEach(message -> found.add(message.path("role").asText()));
        return List.copyOf(found);
    }

    /// The answers in the prompt, in order; empty without a profile.
    public List<AnswerRegion> answers() {
        return answers;
    }

    /// Whether it is known what is sampled.
    public boolean knowsSampled() {
        return sampled.isPresent();
    }

    /// Whether the model would have written the character at `offset`.
    ///
    /// @throws AttributionException if that is not known
    public boolean isSampled(int offset) {
        return sampled.orElseThrow(() -> new AttributionException(
                        "the model's profile is missing: the header of an answer and its stop strings"))
                .get(offset);
    }

    /// Whether the character at `offset` belongs to the body of a message, and not to what the template
    /// writes around it.
    public boolean isContent(int offset) {
        return content.get(offset);
    }

    /// The index of the message that wrote the character at `offset`, or -1 for none: a sampled stop string
    /// belongs to the answer that it ends, whatever message it begins.
    public int message(int offset) {
        int low = 0;
        int high = answers.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (answers.get(middle).end() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < answers.size() && answers.get(low).body() <= offset) {
            return answers.get(low).message();
        }
        return offset >= length ? -1 : origin(offset).message();
    }

    /// The role of the message that wrote the character at `offset`; empty for none.
    public Optional<String> role(int offset) {
        int message = message(offset);
        return message < 0 || message >= roles.size() ? Optional.empty() : Optional.of(roles.get(message));
    }

    private Origin origin(int offset) {
        int low = 0;
        int high = spans.size() - 1;
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (spans.get(middle).from() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return spans.get(low).origin();
    }
}
