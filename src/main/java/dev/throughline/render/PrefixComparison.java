package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.jinja.TemplateException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How much of a prompt continues the previous prompt with its answer. Lengths are in the unit of the measure.
///
/// @param common length of the common prefix
/// @param wasted what could have been reused and was not: the shorter of both less `common`
/// @param previous length of the previous prompt with its answer
/// @param next length of the prompt
/// @param answerIsRendered whether the template wrote the answer behind the prompt before; else that prompt
///     alone was compared
/// @param divergence why they diverge; empty if nothing is wasted
public record PrefixComparison(
        int common, int wasted, int previous, int next, boolean answerIsRendered, Optional<Divergence> divergence) {
    private static final int SNIPPET = 60;

    /// The point at which two prompts diverge.
    ///
    /// @param pointer JSON pointer to the field, in the later request or, if it is missing there, in the
    ///     earlier one
    /// @param before what the earlier prompt has from there on, at most 60 units
    /// @param after what the later one has
    /// @param templateClearsAnyway of dropped reasoning: whether the template would have left it out
    /// @param remedy an option of the template that would have kept the prefix, as `clear_thinking=false`,
    ///     where the template left something out that the client gave back, or would have
    public record Divergence(
            PrefixCause cause,
            String pointer,
            String before,
            String after,
            boolean templateClearsAnyway,
            Optional<String> remedy) {
        /// Whether the client, or an option of the template, could have kept the prefix; otherwise the
        /// template makes the prompts diverge whatever is sent.
        public boolean isAvoidable() {
            return !isByTemplate(cause, templateClearsAnyway) || remedy.isPresent();
        }
    }

    /// Compares a request with the one that follows it.
    ///
    /// @param answer the assistant message between them, where it is known
    public static PrefixComparison of(
            PromptTurn before, Optional<ObjectNode> answer, PromptTurn after, PrefixMeasure measure) {
        Optional<PromptTurn> answered = answer.flatMap(before::answered);
        boolean answerIsRendered = answered.isPresent() || answer.isEmpty();
        return compare(before, answered.orElse(before), after, answerIsRendered, measure);
    }

    /// Compares a request with the one that follows it.
    ///
    /// @param answer what the model wrote between them
    public static PrefixComparison ofText(PromptTurn before, String answer, PromptTurn after, PrefixMeasure measure) {
        return compare(before, before.continued(answer), after, true, measure);
    }

    private static PrefixComparison compare(
            PromptTurn before, PromptTurn from, PromptTurn after, boolean answerIsRendered, PrefixMeasure measure) {
        String previous = from.prompt().text();
        String next = after.prompt().text();
        int units = common(previous, next);
        boolean parts = units < Math.min(previous.length(), next.length());
        PrefixMeasure.Lengths lengths =
                measure.measure(previous, before.prompt().text().length(), next, units);
        return new PrefixComparison(
                lengths.common(),
                Math.max(0, Math.min(lengths.previous(), lengths.next()) - lengths.common()),
                lengths.previous(),
                lengths.next(),
                answerIsRendered,
                parts ? Optional.of(divergence(before, from, after, units)) : Optional.empty());
    }

    /// Whether the later prompt begins with the earlier one and its answer.
    public boolean isStable() {
        return divergence.isEmpty();
    }

    private static Divergence divergence(PromptTurn before, PromptTurn from, PromptTurn after, int at) {
        boolean isText = from.context() == before.context();
        int written =
                isText ? before.prompt().text().length() : from.prompt().text().length();
        DivergenceFinder.Finding found = new DivergenceFinder(from, after, at, written).find();
        return new Divergence(
                found.cause(),
                found.pointer(),
                snippet(from.prompt(), at),
                snippet(after.prompt(), at),
                found.templateClearsAnyway(),
                remedy(before, from, after, found));
    }

    private static Optional<String> remedy(
            PromptTurn before, PromptTurn from, PromptTurn after, DivergenceFinder.Finding found) {
        if (!isByTemplate(found.cause(), found.templateClearsAnyway())) {
            return Optional.empty();
        }
        boolean isText = from.context() == before.context();
        String written =
                isText ? from.prompt().text().substring(before.prompt().text().length()) : "";
        return new RemedyFinder(from, written, after)
                .find(Optional.of(found.pointer()).filter(_ -> found.cause() == PrefixCause.REASONING_DROPPED));
    }

    private static boolean isByTemplate(PrefixCause cause, boolean templateClearsAnyway) {
        return switch (cause) {
            case REASONING_CLEARED, TEMPLATE_REWRITES, SERVER -> true;
            case REASONING_DROPPED -> templateClearsAnyway;
            case REASONING_CHANGED,
                    CONTENT_CHANGED,
                    ARGUMENTS_CHANGED,
                    SYSTEM_CHANGED,
                    TOOLS_CHANGED,
                    OPTIONS_CHANGED,
                    TEMPLATE_CHANGED,
                    MESSAGE_CHANGED,
                    HISTORY_REPLACED -> false;
        };
    }

    private static String snippet(Rendering prompt, int at) {
        String text = prompt.text();
        int end = Math.min(text.length(), at + SNIPPET);
        int whole = end < text.length() && Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
        return text.substring(at, whole);
    }

    /// The length of the common prefix, never in the middle of a character.
    private static int common(String one, String other) {
        int most = Math.min(one.length(), other.length());
        int at = 0;
        while (at < most && one.charAt(at) == other.charAt(at)) {
            at++;
        }
        return at > 0 && at < most && Character.isHighSurrogate(one.charAt(at - 1)) ? at - 1 : at;
    }

    /// Finds an option of the template with which a prompt would have continued the one before it.
    ///
    /// @param before the earlier request with its answer, if the template renders it
    /// @param written what the model wrote behind its prompt, where the answer is known as text only
    private record RemedyFinder(PromptTurn before, String written, PromptTurn after) {
        /// Options of published templates that keep the reasoning of earlier answers.
        private static final Map<String, Boolean> OPTIONS =
                new TreeMap<>(Map.of("clear_thinking", false, "preserve_thinking", true));

        /// The first option that helps, as `clear_thinking=false`.
        ///
        /// @param dropped JSON pointer to reasoning that the client would have had to return as well; empty
        ///     if it did
        Optional<String> find(Optional<String> dropped) {
            return OPTIONS.entrySet().stream()
                    .filter(option -> after.template().options().contains(option.getKey()))
                    .filter(option -> !isSet(option.getKey(), option.getValue()))
                    .filter(option -> helps(option.getKey(), option.getValue(), dropped))
                    .findFirst()
                    .map(option -> option.getKey() + "=" + option.getValue());
        }

        private boolean isSet(String name, boolean value) {
            return BooleanNode.valueOf(value).equals(after.context().get(name));
        }

        private boolean helps(String name, boolean value, Optional<String> dropped) {
            ObjectNode earlier = before.context().deepCopy().put(name, value);
            ObjectNode later = after.context().deepCopy().put(name, value);
            if (dropped.isPresent()) {
                giveBack(earlier, later);
            }
            try {
                return after.render(later)
                        .text()
                        .startsWith(before.render(earlier).text() + written);
            } catch (TemplateException _) {
                return false;
            }
        }

        /// Puts earlier answers in the place of those that the client sent.
        private static void giveBack(ObjectNode earlier, ObjectNode later) {
            JsonNode messages = earlier.path("messages");
            if (later.path("messages") instanceof ArrayNode others) {
                for (int index = 0; index < Math.min(messages.size(), others.size()); index++) {
                    if (messages.path(index).path("role").asText().equals("assistant")) {
                        others.set(index, messages.get(index));
                    }
                }
            }
        }
    }
}
