package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.jinja.JinjaTemplate.GenerationRange;
import dev.throughline.render.jinja.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Attributes each character of a prompt: to a message, to the model's output (*sampled*), and to a
/// message's body (*content*).
///
/// The text of an answer after its header is sampled, including its stop string; if that is the role marker of the
/// next message, as for GLM, the marker is sampled but not content. The generation prompt is neither.
public final class PromptAttribution {
    private final Rendering rendering;
    private final List<String> roles;
    private final List<AnswerRegion> answers;
    private final BitSet content;
    private final Optional<BitSet> sampled;

    private PromptAttribution(
            Rendering rendering, List<String> roles, List<AnswerRegion> answers, Optional<BitSet> sampled) {
        this.rendering = rendering;
        this.roles = roles;
        this.answers = answers;
        this.sampled = sampled;
        this.content = new BitSet(rendering.text().length());
        for (PromptSpan span : rendering.spans()) {
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
        return rendering.originAt(offset).message();
    }

    /// The role of the message that wrote the character at `offset`; empty for none.
    public Optional<String> role(int offset) {
        int message = message(offset);
        return message < 0 || message >= roles.size() ? Optional.empty() : Optional.of(roles.get(message));
    }

    /// The location of each message in a prompt: from its first character to the end of its last.
    private static final class MessageRegions {
        private final int[] starts;
        private final int[] ends;
        private final int[] contents;

        /// @param count how many messages there are
        MessageRegions(Rendering rendering, int count) {
            starts = new int[count];
            ends = new int[count];
            contents = new int[count];
            Arrays.fill(starts, -1);
            Arrays.fill(contents, -1);
            for (PromptSpan span : rendering.spans()) {
                int message = span.origin().message();
                if (message >= 0 && message < count) {
                    starts[message] = starts[message] < 0 ? span.from() : starts[message];
                    ends[message] = span.to();
                    if (contents[message] < 0 && isBody(span.origin())) {
                        contents[message] = span.from();
                    }
                }
            }
        }

        /// Whether these are characters of a message's text, and not of its role.
        static boolean isBody(Origin origin) {
            return origin instanceof Origin.Content content
                    && content.pointer().message() >= 0
                    && !content.pointer().toString().endsWith("/role");
        }

        /// Whether the message has any text in the prompt.
        boolean isShown(int message) {
            return starts[message] >= 0;
        }

        int start(int message) {
            return starts[message];
        }

        int end(int message) {
            return ends[message];
        }

        /// Start of the message's text, or the end of the message if it has none.
        int content(int message) {
            return contents[message] < 0 ? ends[message] : contents[message];
        }
    }

    /// Finds the answers of a prompt by the headers and stop strings of a profile. Text of messages that looks
    /// like one of these is ignored.
    private static final class AnswerFinder {
        private final Rendering rendering;
        private final String text;
        private final List<String> roles;
        private final ModelProfile profile;
        private final MessageRegions regions;

        AnswerFinder(Rendering rendering, List<String> roles, ModelProfile profile) {
            this.rendering = rendering;
            this.text = rendering.text();
            this.roles = roles;
            this.profile = profile;
            this.regions = new MessageRegions(rendering, roles.size());
        }

        List<AnswerRegion> find() {
            List<AnswerRegion> found = new ArrayList<>();
            for (int message = 0; message < roles.size(); message++) {
                if (roles.get(message).equals("assistant") && regions.isShown(message)) {
                    found.add(answer(message));
                }
            }
            return found;
        }

        private AnswerRegion answer(int message) {
            int start = regions.start(message);
            int end = regions.end(message);
            int body = -1;
            int header = start;
            for (int at = start; body < 0 && at <= regions.content(message) && at < end; at++) {
                header = at;
                body = headerEnd(at);
            }
            if (body < 0) {
                throw new AttributionException("the profile does not fit: message " + message
                        + " has none of its headers at character " + start + " of the prompt");
            }
            Optional<String> stop = Optional.empty();
            int at = body;
            while (at < text.length() && (at < end || at == end || isBlank(end, at))) {
                stop = stopAt(at);
                if (stop.isPresent()) {
                    break;
                }
                at++;
            }
            return stop.isPresent()
                    ? new AnswerRegion(
                            message, header, body, at, at + stop.get().length())
                    : new AnswerRegion(message, header, body, Math.max(body, end), Math.max(body, end));
        }

        /// White space is allowed between an answer and the role marker that ends it.
        private boolean isBlank(int from, int to) {
            return text.substring(from, to).isBlank();
        }

        private int headerEnd(int at) {
            return profile.headers().stream()
                    .filter(header -> text.startsWith(header, at) && !isText(at))
                    .mapToInt(header -> at + header.length())
                    .max()
                    .orElse(-1);
        }

        private Optional<String> stopAt(int at) {
            return profile.stops().stream()
                    .filter(stop -> text.startsWith(stop, at) && !isText(at))
                    .findFirst();
        }

        private boolean isText(int at) {
            Origin origin = rendering.originAt(at);
            return MessageRegions.isBody(origin);
        }
    }

    /// The location of an answer in a prompt, in UTF-16 units.
    ///
    /// @param message the index of its message
    /// @param start start of its header
    /// @param body end of the header: the model's output begins here
    /// @param stop start of the string that ends it, or the end of the body if there is none
    /// @param end end of that string
    public record AnswerRegion(int message, int start, int body, int stop, int end) {}
}
