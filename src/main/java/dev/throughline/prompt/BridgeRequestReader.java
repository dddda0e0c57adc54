package dev.throughline.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.RenderResource.BridgeRequest;
import dev.throughline.prompt.RenderResource.BridgeRequest.AnswerEnd;
import dev.throughline.render.AnswerMessage;
import dev.throughline.render.BridgeResult;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ControlTokens;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.ParsedAnswer;
import dev.throughline.render.PromptBridge;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.SettingName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Extends a prompt as requested by a body. An invalid field fails the request with its pointer.
record BridgeRequestReader(RenderRequestReader reader) {
    private static final String BEFORE = "/before";

    /// A model's output.
    ///
    /// @param ids absent without a tokenizer
    /// @param hasStop whether it includes its stop token
    private record WrittenPrompt(String text, int @Nullable [] ids, boolean hasStop) {}

    BridgeView extend(BridgeRequest order) {
        RenderRequest earlier = Objects.requireNonNull(order.before());
        PromptTurn before = reader.read(BEFORE, earlier);
        Optional<Tokenizer> tokenizer = reader.tokenizer(BEFORE, earlier.tokenizer());
        ModelProfile profile = RenderRequestReader.profile(earlier)
                .orElseThrow(() -> Problem.inField(
                                BEFORE + "/profile",
                                "a profile was expected: how the model's answers begin and end is not known.")
                        .exception());
        RenderRequestReader.requireFit(BEFORE, tokenizer, Optional.of(profile));
        WrittenPrompt written = written(order, tokenizer, profile);
        AnswerEnd end = end(order.end(), written);
        List<ObjectNode> added = List.copyOf(Objects.requireNonNull(order.messages()));
        ObjectNode message = message(order, before, tokenizer, written, added);
        before.input().form().ifPresent(form -> {
            ChatInput.message(message, form);
            added.forEach(each -> ChatInput.message(each, form));
        });
        var turn = new PromptBridge.NextTurn(
                before.context(),
                message,
                added,
                Objects.requireNonNullElse(order.thinkingRetention(), PromptBridge.ThinkingRetention.TEMPLATE),
                end == AnswerEnd.LENGTH);
        var bridge = new PromptBridge(before.template(), profile, before.now());
        int[] ids = written.ids();
        BridgeResult result = tokenizer.isPresent() && ids != null
                ? bridge.extend(
                        turn,
                        tokenizer.get(),
                        ControlTokens.encode(before.prompt(), before.template(), tokenizer.get())
                                .ids(),
                        ids)
                : bridge.extend(turn, written.text());
        return view(
                result, end == AnswerEnd.STOP && !written.hasStop(), tokenizer, profile, SettingName.of(end), message);
    }

    /// @param isStopMissing whether the extension begins with the stop of the answer
    private BridgeView view(
            BridgeResult result,
            boolean isStopMissing,
            Optional<Tokenizer> tokenizer,
            ModelProfile profile,
            String end,
            ObjectNode message) {
        return switch (result) {
            case BridgeResult.Extended extended -> {
                int[] more = extended.extension();
                Tokenizer known = tokenizer.orElseThrow();
                boolean isStop = isStopMissing
                        && more.length > 0
                        && profile.stops().contains(known.tokenOf(more[0]).orElse(""));
                yield new BridgeView(
                        known.decode(more), more, first(isStop ? 1 : 0), extended.isStopDropped(), end, message);
            }
            case BridgeResult.ExtendedText(String text, boolean isDropped) -> {
                int stop = isStopMissing ? stopLength(text, profile) : 0;
                yield new BridgeView(text, null, first(stop), isDropped, end, message);
            }
            case BridgeResult.Refused(BridgeResult.RefusalCause cause, String detail) ->
                throw Problem.of(ProblemType.BRIDGE_REFUSED, detail + ".")
                        .because(cause.name())
                        .exception();
        };
    }

    /// Number of leading characters of a text that belong to the stop.
    private static int stopLength(String text, ModelProfile profile) {
        return profile.stops().stream()
                .filter(text::startsWith)
                .mapToInt(each -> each.codePointCount(0, each.length()))
                .findFirst()
                .orElse(0);
    }

    private static List<PromptView.RangeView> first(int count) {
        return count == 0 ? List.of() : List.of(new PromptView.RangeView(0, count));
    }

    private static WrittenPrompt written(BridgeRequest order, Optional<Tokenizer> tokenizer, ModelProfile profile) {
        String text = order.text();
        if (text != null && order.ids() == null) {
            boolean hasStop = profile.stops().stream().anyMatch(text::endsWith);
            return new WrittenPrompt(
                    text, tokenizer.map(known -> known.encode(text).ids()).orElse(null), hasStop);
        }
        if (text != null || order.ids() == null || tokenizer.isEmpty()) {
            throw Problem.inField("/text", "either a text, or ids with a tokenizer, were expected.")
                    .exception();
        }
        int[] ids = order.ids().stream().mapToInt(Integer::intValue).toArray();
        try {
            String last = ids.length == 0
                    ? ""
                    : tokenizer.get().tokenOf(ids[ids.length - 1]).orElse("");
            return new WrittenPrompt(
                    tokenizer.get().decode(ids), ids, profile.stops().contains(last));
        } catch (IllegalArgumentException e) {
            throw Problem.inField("/ids", String.valueOf(e.getMessage())).exception();
        }
    }

    private static AnswerEnd end(@Nullable AnswerEnd end, WrittenPrompt written) {
        if (end == AnswerEnd.LENGTH && written.hasStop()) {
            throw Problem.inField("/end", "the answer ends with a stop token, so it was not cut off.")
                    .exception();
        }
        return end != null ? end : written.hasStop() ? AnswerEnd.STOP : AnswerEnd.LENGTH;
    }

    private ObjectNode message(
            BridgeRequest order,
            PromptTurn before,
            Optional<Tokenizer> tokenizer,
            WrittenPrompt written,
            List<ObjectNode> added) {
        if (order.message() != null) {
            return order.message();
        }
        ParsedAnswer answer = reader.parser(
                        before.template(),
                        tokenizer,
                        RenderRequestReader.tools(
                                BEFORE + "/context", before.context().path("tools")),
                        Optional.of(before.prompt().text()))
                .parse(written.text());
        return AnswerMessage.of(answer, added);
    }
}
