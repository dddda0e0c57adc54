package dev.throughline.trace.repair;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.match.RequestIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The reasoning in a request's messages, assembled from where their dialect spreads it: a chat message
/// over fields and details, a Responses item over `content`, `summary` and `encrypted_content`.
final class RequestReasoning {
    private static final String TWISTED = "";

    private final Dialect dialect;

    RequestReasoning(Dialect dialect) {
        this.dialect = dialect;
    }

    /// Whether the messages together, or each of them by itself, contain exactly what was issued; of an answer that
    /// may come back in either of two fields, whether one of them has its text.
    boolean areIntact(List<Message> messages, TracedExchange answer) {
        Optional<PlantedItem> inEither = answer.items().stream()
                .filter(item -> item.field().equals(ReasoningFields.EITHER))
                .findFirst();
        if (inEither.isPresent()) {
            String text = inEither.get().value();
            return messages.stream().anyMatch(message -> hasText(message, text));
        }
        List<ReasoningBlock> issued = ReasoningBlock.issued(answer, dialect);
        return matches(messages, issued)
                || messages.size() > 1 && messages.stream().allMatch(message -> matches(List.of(message), issued));
    }

    private static boolean hasText(Message message, String text) {
        Map<String, StringBuilder> texts = new HashMap<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning && ReasoningFields.isOwn(ReasoningFields.EITHER, reasoning)) {
                texts.computeIfAbsent(reasoning.field(), _ -> new StringBuilder())
                        .append(reasoning.text());
            }
        }
        return texts.values().stream().anyMatch(text::contentEquals);
    }

    private boolean matches(List<Message> messages, List<ReasoningBlock> issued) {
        List<ReasoningBlock> found = new ArrayList<>();
        messages.forEach(message -> found.addAll(
                switch (dialect) {
                    case OPENAI_CHAT -> chat(message);
                    case ANTHROPIC -> blocks(message);
                    case RESPONSES -> items(message);
                }));
        found.removeIf(ReasoningBlock::isEmpty);
        return dialect == Dialect.OPENAI_CHAT ? isChatIntact(found, issued) : areEqual(found, issued);
    }

    private static boolean areEqual(List<ReasoningBlock> found, List<ReasoningBlock> issued) {
        if (found.size() != issued.size()) {
            return false;
        }
        for (int i = 0; i < found.size(); i++) {
            if (!found.get(i).isIntact(issued.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// An alias with the same text beside the own field is harmless.
    private static boolean isChatIntact(List<ReasoningBlock> found, List<ReasoningBlock> issued) {
        List<ReasoningBlock> own = new ArrayList<>(found);
        issued.stream()
                .filter(reasoningBlock -> !reasoningBlock.isOpaque())
                .findFirst()
                .ifPresent(readable -> own.removeIf(reasoningBlock -> !reasoningBlock.isOpaque()
                        && !reasoningBlock.field().equals(readable.field())
                        && !reasoningBlock.field().equals(TWISTED)
                        && reasoningBlock.text().equals(readable.text())));
        return areEqual(own, issued);
    }

    /// One thought per field, then the opaque ones.
    private static List<ReasoningBlock> chat(Message message) {
        Map<String, StringBuilder> texts = new LinkedHashMap<>();
        List<ReasoningBlock> opaque = new ArrayList<>();
        Optional<String> proof = Optional.empty();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning) {
                boolean isMisplaced = ReasoningFields.isMisplaced("", reasoning);
                texts.computeIfAbsent(isMisplaced ? TWISTED : reasoning.field(), _ -> new StringBuilder())
                        .append(reasoning.text());
                proof = reasoning.signature().isPresent() ? reasoning.signature() : proof;
            } else if (part instanceof Part.RedactedReasoning(String _, String data)) {
                opaque.add(opaque(data));
            }
        }
        List<ReasoningBlock> found = new ArrayList<>();
        Optional<String> signature = proof;
        texts.forEach((field, text) -> found.add(new ReasoningBlock(0, field, text.toString(), signature, false)));
        found.addAll(opaque);
        return found;
    }

    private static List<ReasoningBlock> blocks(Message message) {
        List<ReasoningBlock> found = new ArrayList<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning(String _, String field, String text, Optional<String> signature)) {
                found.add(new ReasoningBlock(0, field, text, signature, false));
            } else if (part instanceof Part.RedactedReasoning(String _, String data)) {
                found.add(opaque(data));
            }
        }
        return found;
    }

    private static List<ReasoningBlock> items(Message message) {
        Map<String, List<Part.Reasoning>> byItem = new LinkedHashMap<>();
        for (Part part : message.parts()) {
            if (part instanceof Part.Reasoning reasoning) {
                byItem.computeIfAbsent(RequestIndex.item(reasoning.path()), _ -> new ArrayList<>())
                        .add(reasoning);
            }
        }
        return byItem.values().stream().map(RequestReasoning::item).toList();
    }

    private static ReasoningBlock item(List<Part.Reasoning> parts) {
        Optional<String> proof = Optional.empty();
        String text = "";
        boolean isTwisted = false;
        for (Part.Reasoning part : parts) {
            if (part.field().equals(ReasoningFields.ENCRYPTED)) {
                proof = Optional.of(part.text()).filter(opaque -> !opaque.isEmpty());
            } else if (!part.text().isEmpty()) {
                isTwisted |= !ReasoningFields.isOwn(ReasoningFields.RESPONSES, part)
                        || !text.isEmpty() && !text.equals(part.text());
                text = part.text();
            }
        }
        String field = text.isEmpty() ? ReasoningFields.ENCRYPTED : "content";
        return new ReasoningBlock(0, isTwisted ? TWISTED : field, text, proof, false);
    }

    private static ReasoningBlock opaque(String data) {
        return new ReasoningBlock(0, ReasoningFields.REDACTED, data, Optional.empty(), true);
    }
}
