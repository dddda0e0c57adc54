package dev.throughline.render.bridge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.bridge.BridgeResult.Extended;
import dev.throughline.render.bridge.BridgeResult.ExtendedText;
import dev.throughline.render.bridge.BridgeResult.RefusalCause;
import dev.throughline.render.bridge.BridgeResult.Refused;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.mask.AnswerRegion;
import dev.throughline.render.mask.AttributionException;
import dev.throughline.render.mask.ModelProfile;
import dev.throughline.render.mask.PromptAttribution;
import dev.throughline.render.tokenizer.Tokenizer;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Extends the tokens of a turn to the prompt of the next one.
///
/// The extension is what the template writes after the answer's body if the new messages follow, provided
/// that it writes everything before unchanged. It is appended to the sampled ids; a sampled stop token is
/// not repeated, and a missing one is part of the extension.
///
/// @param now the time used by `strftime_now` in both renderings
public record PromptBridge(ChatTemplate template, ModelProfile profile, LocalDateTime now) {
    private static final Set<String> REASONING_FIELDS =
            Set.of("reasoning_content", "reasoning", "thinking", "reasoning_text");

    /// The continuation of an answer.
    ///
    /// @param context the last request with its options, with or without `add_generation_prompt`
    /// @param answer the message that the model's answer was parsed to
    /// @param added the messages that follow it
    public record NextTurn(ObjectNode context, ObjectNode answer, List<ObjectNode> added) {
        public NextTurn {
            added = List.copyOf(added);
        }
    }

    /// Extends tokens.
    ///
    /// @param prompt the ids of the last prompt
    /// @param sampled the ids that the model generated
    public BridgeResult extend(NextTurn turn, Tokenizer tokenizer, int[] prompt, int[] sampled) {
        return extend(turn, sampled.length == 0, more -> {
            int[] ids = tokenizer.encode(more).ids();
            OptionalInt stop = stop(tokenizer, sampled[sampled.length - 1]);
            int skipped = ids.length > 0 && stop.isPresent() && ids[0] == stop.getAsInt() ? 1 : 0;
            int[] whole = Stream.of(prompt, sampled, Arrays.copyOfRange(ids, skipped, ids.length))
                    .flatMapToInt(Arrays::stream)
                    .toArray();
            return new Extended(whole, prompt.length, prompt.length + sampled.length, skipped > 0);
        });
    }

    /// Extends text.
    ///
    /// @param written the text that the model generated, with its stop string if that was kept
    public BridgeResult extend(NextTurn turn, String written) {
        return extend(
                turn,
                written.isEmpty(),
                more -> profile.stops().stream()
                        .filter(stop -> written.endsWith(stop) && more.startsWith(stop))
                        .findFirst()
                        .map(stop -> new ExtendedText(more.substring(stop.length()), true))
                        .orElseGet(() -> new ExtendedText(more, false)));
    }

    private BridgeResult extend(NextTurn turn, boolean isNothingSampled, Function<String, BridgeResult> append) {
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
        try {
            return extend(
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

    private BridgeResult extend(ObjectNode before, ObjectNode after, Function<String, BridgeResult> append) {
        Rendering ended = template.render(before, now);
        Rendering next = template.render(after, now);
        List<AnswerRegion> answers =
                PromptAttribution.of(ended, before.path("messages"), profile).answers();
        int last = before.path("messages").size() - 1;
        if (answers.isEmpty() || answers.getLast().message() != last) {
            return new Refused(RefusalCause.NOT_RENDERED, "the template leaves the answer out");
        }
        int body = answers.getLast().stop();
        String kept = ended.text().substring(0, body);
        return next.text().startsWith(kept) ? append.apply(next.text().substring(body)) : rewritten(ended, next, kept);
    }

    private OptionalInt stop(Tokenizer tokenizer, int id) {
        return profile.stops().stream()
                .map(tokenizer::idOf)
                .filter(each -> each.isPresent() && each.getAsInt() == id)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    private static Refused rewritten(Rendering ended, Rendering next, String kept) {
        Set<String> cleared = reasoning(ended);
        cleared.removeAll(reasoning(next));
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
