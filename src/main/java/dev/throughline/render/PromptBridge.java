package dev.throughline.render;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.BridgeResult.Extended;
import dev.throughline.render.BridgeResult.ExtendedText;
import dev.throughline.render.BridgeResult.RefusalCause;
import dev.throughline.render.BridgeResult.Refused;
import dev.throughline.render.PromptAttribution.AnswerRegion;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.render.tokenizer.Tokenizer.TextRange;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Extends the tokens of a turn to the prompt of the next one.
///
/// The extension is what the template writes after the answer's body if the new messages follow, provided that it
/// writes everything before unchanged. It may write the answers themselves in another way, such as without a blank: the
/// sampled ids stay as they are. The extension is appended to them; a sampled stop token is not repeated, and a missing
/// one is part of the extension.
///
/// @param now the time used by `strftime_now` in both renderings
public record PromptBridge(ChatTemplate template, ModelProfile profile, LocalDateTime now) {
    private static final Set<String> REASONING_FIELDS =
            Set.of("reasoning_content", "reasoning", "thinking", "reasoning_text");

    /// How the reasoning of earlier answers is treated.
    public enum ThinkingRetention {
        /// A prompt is refused that lacks reasoning of the one before, as the template decides.
        TEMPLATE,
        /// Refused too where a user's message begins another turn.
        TOOL_CYCLE,
        /// The sampled tokens keep it, whatever the template drops.
        ALL
    }

    /// The continuation of an answer.
    ///
    /// @param context the last request with its options, with or without `add_generation_prompt`
    /// @param answer the message that the model's answer was parsed to
    /// @param added the messages that follow it
    /// @param isCut whether the model was cut off: where a message's marker would be its stop, the profile's last
    ///     stop comes first
    public record NextTurn(
            ObjectNode context, ObjectNode answer, List<ObjectNode> added, ThinkingRetention retention, boolean isCut) {
        public NextTurn {
            added = List.copyOf(added);
        }

        private boolean startsTurn() {
            return added.stream()
                    .anyMatch(message -> message.path("role").asText().equals("user"));
        }
    }

    /// The text that a template writes after an answer.
    ///
    /// @param prompt the next one
    /// @param from where it begins
    /// @param close what ends a cut answer before it
    private record Continuation(Rendering prompt, int from, Optional<String> close) {
        String text() {
            return close.orElse("") + prompt.text().substring(from);
        }
    }

    /// Extends tokens.
    ///
    /// @param prompt the ids of the last prompt
    /// @param sampled the ids that the model generated
    public BridgeResult extend(NextTurn turn, Tokenizer tokenizer, int[] prompt, int[] sampled) {
        return extend(turn, sampled.length == 0, more -> {
            int[] ids = ids(more, tokenizer);
            OptionalInt stop = stop(tokenizer, sampled[sampled.length - 1]);
            int skipped = ids.length > 0 && stop.isPresent() && ids[0] == stop.getAsInt() ? 1 : 0;
            int[] whole = Stream.of(prompt, sampled, Arrays.copyOfRange(ids, skipped, ids.length))
                    .flatMapToInt(Arrays::stream)
                    .toArray();
            return new Extended(whole, prompt.length, prompt.length + sampled.length, skipped > 0);
        });
    }

    /// Control tokens that a new message spells are text.
    private int[] ids(Continuation more, Tokenizer tokenizer) {
        int moved = more.from() - more.close().map(String::length).orElse(0);
        List<TextRange> spelled =
                ControlTokens.ranges(ControlTokens.of(template, Optional.of(tokenizer))
                                .in(more.prompt()))
                        .stream()
                        .filter(range -> range.from() >= more.from())
                        .map(range -> new TextRange(range.from() - moved, range.to() - moved))
                        .toList();
        return tokenizer.encode(more.text(), spelled).ids();
    }

    /// Extends text.
    ///
    /// @param written the text that the model generated, with its stop string if that was kept
    public BridgeResult extend(NextTurn turn, String written) {
        return extend(
                turn,
                written.isEmpty(),
                more -> profile.stops().stream()
                        .filter(stop -> written.endsWith(stop) && more.text().startsWith(stop))
                        .findFirst()
                        .map(stop -> new ExtendedText(more.text().substring(stop.length()), true))
                        .orElseGet(() -> new ExtendedText(more.text(), false)));
    }

    private BridgeResult extend(NextTurn turn, boolean isNothingSampled, Function<Continuation, BridgeResult> append) {
        if (turn.added().isEmpty()) {
            return new Refused(RefusalCause.NOTHING_NEW, "there is no new message");
        }
        if (isNothingSampled) {
            return new Refused(RefusalCause.NOTHING_SAMPLED, "the model wrote no token");
        }
        if (turn.added().stream()
                .anyMatch(message -> message.path("role").asText().equals("assistant"))) {
            return new Refused(RefusalCause.ASSISTANT_MESSAGE, "the tokens of a new assistant message are not known");
        }
        if (turn.retention() == ThinkingRetention.TOOL_CYCLE && turn.startsTurn()) {
            return new Refused(
                    RefusalCause.REASONING_CLEARED, "a user's message ends the tool cycle whose reasoning is kept");
        }
        try {
            return extend(
                    turn,
                    history(turn.context(), turn.answer(), List.of()),
                    history(turn.context(), turn.answer(), turn.added()),
                    append);
        } catch (TemplateException e) {
            return new Refused(
                    RefusalCause.NOT_RENDERED, e.error().className() + " at line " + e.line() + ": " + e.getMessage());
        } catch (AttributionException e) {
            return new Refused(RefusalCause.NOT_RENDERED, String.valueOf(e.getMessage()));
        }
    }

    private static ObjectNode history(ObjectNode context, ObjectNode answer, List<ObjectNode> added) {
        ObjectNode copy = context.deepCopy();
        ArrayNode messages = copy.withArray("messages");
        messages.add(answer);
        messages.addAll(added);
        copy.put("add_generation_prompt", !added.isEmpty());
        return copy;
    }

    private BridgeResult extend(
            NextTurn turn, ObjectNode before, ObjectNode after, Function<Continuation, BridgeResult> append) {
        Rendering ended = template.render(before, now);
        Rendering next = template.render(after, now);
        int last = before.path("messages").size() - 1;
        List<AnswerRegion> answers = answers(ended, before, last);
        if (answers.isEmpty() || answers.getLast().message() != last) {
            return new Refused(RefusalCause.NOT_RENDERED, "the template leaves the answer out");
        }
        int body = answers.getLast().stop();
        String kept = ended.text().substring(0, body);
        if (next.text().startsWith(kept)) {
            return append.apply(continuation(turn, next, body, last));
        }
        List<AnswerRegion> rewritten = answers(next, after, last);
        boolean isAroundSame = !rewritten.isEmpty()
                && rewritten.getLast().message() == last
                && around(ended, answers).equals(around(next, rewritten));
        boolean isKept = turn.retention() == ThinkingRetention.ALL
                || cleared(ended, next).isEmpty();
        return isAroundSame && isKept
                ? append.apply(continuation(turn, next, rewritten.getLast().stop(), last))
                : rewritten(ended, next, kept);
    }

    /// The answers up to a message.
    private List<AnswerRegion> answers(Rendering prompt, ObjectNode context, int last) {
        return PromptAttribution.of(prompt, context.path("messages"), profile).answers().stream()
                .filter(answer -> answer.message() <= last)
                .toList();
    }

    /// The text before, between and not in answers.
    private static String around(Rendering prompt, List<AnswerRegion> answers) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (AnswerRegion answer : answers) {
            text.append(prompt.text(), at, answer.start()).append('\n');
            at = answer.stop();
        }
        return text.toString();
    }

    private Continuation continuation(NextTurn turn, Rendering next, int from, int answer) {
        Optional<String> written = profile.stops().stream()
                .filter(stop -> next.text().startsWith(stop, from))
                .findFirst();
        boolean isMarker = written.isPresent() && next.originAt(from).message() > answer;
        String end = profile.stops().getLast();
        boolean isClosed = turn.isCut() && isMarker && !written.get().equals(end);
        return new Continuation(next, from, isClosed ? Optional.of(end) : Optional.empty());
    }

    private OptionalInt stop(Tokenizer tokenizer, int id) {
        return profile.stops().stream()
                .map(tokenizer::idOf)
                .filter(each -> each.isPresent() && each.getAsInt() == id)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    private static Refused rewritten(Rendering ended, Rendering next, String kept) {
        Set<String> cleared = cleared(ended, next);
        if (!cleared.isEmpty()) {
            String fields = cleared.stream().sorted().collect(Collectors.joining(", "));
            return new Refused(RefusalCause.REASONING_CLEARED, "the next prompt has no longer " + fields);
        }
        int at = 0;
        while (at < next.text().length() && at < kept.length() && next.text().charAt(at) == kept.charAt(at)) {
            at++;
        }
        return new Refused(RefusalCause.PROMPT_REWRITTEN, "the next prompt differs from character " + at + " on");
    }

    private static Set<String> cleared(Rendering ended, Rendering next) {
        Set<String> cleared = reasoning(ended);
        cleared.removeAll(reasoning(next));
        return cleared;
    }

    private static Set<String> reasoning(Rendering prompt) {
        Set<String> found = new HashSet<>();
        for (PromptSpan span : prompt.spans()) {
            if (span.origin() instanceof Origin.Content content) {
                String pointer = content.pointer().toString();
                if (REASONING_FIELDS.contains(pointer.substring(pointer.lastIndexOf('/') + 1))) {
                    found.add(pointer);
                }
            }
        }
        return found;
    }
}
