package dev.throughline.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The items of an answer in OpenAI's chat dialect, whose wire format has one reasoning text and one content,
/// whatever the blocks were. Proofs and opaque blocks reach the client in `reasoning_details` only.
final class ChatItemCollector {
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
        Optional<String> proof = hasProofs && thoughts == 1 ? proofs.stream().findFirst() : Optional.empty();
        if (!isReasoningCut && !(reasoning.toString().isBlank() && proof.isEmpty())) {
            items.thought(reasoning.toString(), THINK_BLOCK, field, proof);
        }
        if (hasProofs) {
            unreadable.forEach(data -> items.thought(data, THINK_BLOCK, ReasoningFields.REDACTED, Optional.empty()));
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
