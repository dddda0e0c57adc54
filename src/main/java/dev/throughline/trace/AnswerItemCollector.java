package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Collects the items of a real backend's answer that the client must return: the exact texts, known at its end.
///
/// Takes every event that is sent to the client. Items have no trace token; a call's token is its id. Reasoning
/// without a visible character and without a proof is not an item, nor is text without a visible character: no
/// client can be expected to keep it. A tool's result is not known, so there is no TOOL_OUT. Keeps at most `LIMIT`
/// characters of one answer; a block beyond them is not an item, and `exceedsLimit` reports it. One instance per
/// answer; not thread-safe.
public final class AnswerItemCollector {
    /// Characters kept of one answer, all of its blocks together.
    public static final int LIMIT = 16 * 1024 * 1024;

    private final Dialect dialect;
    private final Supplier<String> reasoningField;
    private final BoundedText.Allowance allowance;
    private final List<CollectedBlock> pieces = new ArrayList<>();
    private boolean isProven;
    private boolean isFinished;
    private boolean isDiscarded;

    /// @param clientDialect the dialect in which the client is answered
    /// @param reasoningField where a chat answer carries reasoning (`reasoning_content`, …, `both`,
    ///     `reasoning+reasoning_details`); known at its end
    public AnswerItemCollector(Dialect clientDialect, Supplier<String> reasoningField) {
        this(clientDialect, reasoningField, LIMIT);
    }

    AnswerItemCollector(Dialect clientDialect, Supplier<String> reasoningField, int limit) {
        this.dialect = clientDialect;
        this.reasoningField = reasoningField;
        this.allowance = new BoundedText.Allowance(limit);
    }

    /// Takes the next event.
    public void on(StreamEvent event) {
        if (isDiscarded) {
            return;
        }
        switch (event) {
            case ReasoningDelta(String more) -> thought().text().append(more);
            case TextDelta(String more) -> visibleText().text().append(more);
            case ToolCallArgs(int _, String fragment) -> argue(fragment);
            case ToolCallStart(int _, String id, String name) ->
                pieces.add(new CollectedBlock.Call(id, name, new BoundedText(allowance)));
            case ReasoningSignature(String signature) -> {
                thought().signature().append(signature);
                isProven = true;
            }
            case RedactedReasoning(String data) -> pieces.add(new CollectedBlock.Unreadable(data));
            case Finish _ -> isFinished = true;
            case Start _, ToolCallEnd _, Usage _, Failure _ -> {}
        }
    }

    /// Discards this answer, both what was received so far and what follows: it has no items.
    public void discard() {
        isDiscarded = true;
        pieces.clear();
    }

    /// The items of the answer so far, in order.
    public List<PlantedItem> items() {
        return switch (dialect) {
            case OPENAI_CHAT -> ChatItemCollector.items(pieces, reasoningField.get());
            case ANTHROPIC -> BlockItemCollector.items(pieces, "thinking", true);
            case RESPONSES -> BlockItemCollector.items(pieces, ReasoningFields.RESPONSES, false);
        };
    }

    /// The fingerprint of a later request's assistant message that carries this answer; the empty string
    /// for an answer that is unfinished, has no visible content, or was too long.
    public String contentHash() {
        if (!isFinished || exceedsLimit()) {
            return "";
        }
        var text = new StringBuilder();
        List<ContentHash.Call> calls = new ArrayList<>();
        for (CollectedBlock collectedBlock : pieces) {
            switch (collectedBlock) {
                case CollectedBlock.VisibleText visible -> text.append(visible.text());
                case CollectedBlock.Call call -> calls.add(new ContentHash.Call(call.name(), call.json()));
                case CollectedBlock.Thought _, CollectedBlock.Unreadable _ -> {}
            }
        }
        return text.toString().isBlank() && calls.isEmpty() ? "" : ContentHash.of(text.toString(), calls);
    }

    /// Whether a block was too long to be kept.
    public boolean exceedsLimit() {
        return isDiscarded
                || pieces.stream().anyMatch(collectedBlock -> switch (collectedBlock) {
                    case CollectedBlock.Thought thought -> thought.text().isCut();
                    case CollectedBlock.VisibleText visible -> visible.text().isCut();
                    case CollectedBlock.Call call -> call.arguments().isCut();
                    case CollectedBlock.Unreadable _ -> false;
                });
    }

    private CollectedBlock.Thought thought() {
        if (!isProven && !pieces.isEmpty() && pieces.getLast() instanceof CollectedBlock.Thought open) {
            return open;
        }
        isProven = false;
        var opened = new CollectedBlock.Thought(new BoundedText(allowance), new StringBuilder());
        pieces.add(opened);
        return opened;
    }

    private CollectedBlock.VisibleText visibleText() {
        if (!pieces.isEmpty() && pieces.getLast() instanceof CollectedBlock.VisibleText open) {
            return open;
        }
        var opened = new CollectedBlock.VisibleText(new BoundedText(allowance));
        pieces.add(opened);
        return opened;
    }

    private void argue(String fragment) {
        if (!pieces.isEmpty() && pieces.getLast() instanceof CollectedBlock.Call call) {
            call.arguments().append(fragment);
        }
    }

    /// The items of an answer in a dialect with separate blocks (Anthropic, Responses).
    static final class BlockItemCollector {
        private BlockItemCollector() {}

        /// @param dropsBlankText whether text that consists of white space only is omitted on the wire
        static List<PlantedItem> items(List<CollectedBlock> pieces, String field, boolean dropsBlankText) {
            var items = new NumberedItems();
            int block = 0;
            for (CollectedBlock collectedBlock : pieces) {
                switch (collectedBlock) {
                    case CollectedBlock.Thought thought -> thought(thought, block++, field, items);
                    case CollectedBlock.Unreadable(String data) ->
                        items.thought(data, block++, ReasoningFields.REDACTED, Optional.empty());
                    case CollectedBlock.VisibleText(BoundedText text) -> {
                        boolean isBlank = text.isBlank() && !text.isCut();
                        if (!isBlank && !text.isCut()) {
                            items.visibleText(text.toString(), block);
                        }
                        block += isBlank && dropsBlankText ? 0 : 1;
                    }
                    case CollectedBlock.Call call -> items.call(call, block++);
                }
            }
            return items.list();
        }

        private static void thought(CollectedBlock.Thought thought, int block, String field, NumberedItems items) {
            boolean isEmpty = thought.text().isBlank() && thought.signature().isEmpty();
            if (!isEmpty && !thought.text().isCut()) {
                Optional<String> signature =
                        Optional.of(thought.signature().toString()).filter(proof -> !proof.isEmpty());
                items.thought(thought.text().toString(), block, field, signature);
            }
        }
    }

    /// The items of an answer in OpenAI's chat dialect, whose wire format has one reasoning text and one content,
    /// whatever the blocks were. Proofs and opaque blocks reach the client in `reasoning_details` only.
    private static final class ChatItemCollector {
        private static final int THINK_BLOCK = 0;
        private static final int CONTENT_BLOCK = 1;
        private static final int FIRST_CALL_BLOCK = 2;

        private final String field;
        private final StringBuilder reasoning = new StringBuilder();
        private final StringBuilder content = new StringBuilder();
        private final List<String> proofs = new ArrayList<>();
        private final List<String> unreadable = new ArrayList<>();
        private final List<CollectedBlock.Call> calls = new ArrayList<>();
        private boolean isReasoningCut;
        private boolean isContentCut;
        private int thoughts;

        private ChatItemCollector(String field) {
            this.field = field;
        }

        static List<PlantedItem> items(List<CollectedBlock> pieces, String field) {
            var chat = new ChatItemCollector(field);
            pieces.forEach(chat::add);
            return chat.items();
        }

        private void add(CollectedBlock collectedBlock) {
            switch (collectedBlock) {
                case CollectedBlock.Thought(BoundedText text, StringBuilder signature) -> {
                    thoughts++;
                    reasoning.append(text);
                    isReasoningCut |= text.isCut();
                    Optional.of(signature.toString())
                            .filter(proof -> !proof.isEmpty())
                            .ifPresent(proofs::add);
                }
                case CollectedBlock.Unreadable(String data) -> unreadable.add(data);
                case CollectedBlock.VisibleText(BoundedText text) -> {
                    content.append(text);
                    isContentCut |= text.isCut();
                }
                case CollectedBlock.Call call -> calls.add(call);
            }
        }

        private List<PlantedItem> items() {
            var items = new NumberedItems();
            boolean hasProofs = ReasoningFields.hasProofs(field);
            Optional<String> proof =
                    hasProofs && thoughts == 1 ? proofs.stream().findFirst() : Optional.empty();
            if (!isReasoningCut && !(reasoning.toString().isBlank() && proof.isEmpty())) {
                items.thought(reasoning.toString(), THINK_BLOCK, field, proof);
            }
            if (hasProofs) {
                unreadable.forEach(
                        data -> items.thought(data, THINK_BLOCK, ReasoningFields.REDACTED, Optional.empty()));
            }
            if (!isContentCut && !content.toString().isBlank()) {
                items.visibleText(content.toString(), CONTENT_BLOCK);
            }
            for (int i = 0; i < calls.size(); i++) {
                items.call(calls.get(i), FIRST_CALL_BLOCK + i);
            }
            return items.list();
        }
    }
}
