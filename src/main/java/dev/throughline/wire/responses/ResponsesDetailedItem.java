package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.PlacedReasoning.Piece.Detail;
import dev.throughline.wire.ReasoningFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A reasoning item of which a chat client has the parts as details: its summary or content, and its proof.
final class ResponsesDetailedItem {
    private final List<Detail> details = new ArrayList<>();

    /// Whether a detail belongs to this item: it has the same id, or follows its text as its proof.
    boolean takes(Detail detail) {
        if (details.isEmpty()) {
            return true;
        }
        String id = id(details);
        boolean isSame = !id.isEmpty() && id.equals(detail.text("id"));
        boolean isOpen = details.stream().noneMatch(ResponsesDetailedItem::isProven)
                && (id.isEmpty() || detail.text("id").isEmpty());
        return isSame || isOpen && !proof(detail).isEmpty() && text(detail).isEmpty();
    }

    void add(Detail detail) {
        details.add(detail);
    }

    /// The item; empty if nothing of it may be sent.
    /// @param place its index in the request
    /// @param isOwnOnly whether it must have a proof of the backend's own
    Optional<ObjectNode> written(int place, boolean isOwnOnly) {
        ArrayNode summary = JsonNodeFactory.instance.arrayNode();
        ArrayNode content = JsonNodeFactory.instance.arrayNode();
        String proof = "";
        for (Detail detail : details) {
            boolean isSummary = isSummary(detail);
            String text = text(detail);
            if (!text.isEmpty()) {
                (isSummary ? summary : content)
                        .addObject()
                        .put("type", isSummary ? "summary_text" : "reasoning_text")
                        .put("text", text);
            }
            boolean isKnown = !isOwnOnly || ReasoningFormat.RESPONSES.isOf(detail.text("format"));
            proof = isKnown && isProven(detail) ? proof(detail) : proof;
        }
        if (isOwnOnly && proof.isEmpty()) {
            return Optional.empty();
        }
        if (summary.isEmpty() && content.isEmpty() && proof.isEmpty()) {
            return Optional.empty();
        }
        String given = id(details);
        ObjectNode item = JsonNodeFactory.instance.objectNode().put("type", "reasoning");
        item.put("id", given.isEmpty() ? ResponsesItemIds.id("rs_", place, text(details.getFirst()) + proof) : given);
        item.set("summary", summary);
        if (!content.isEmpty() && !isOwnOnly) {
            item.set("content", content);
        }
        return Optional.of(proof.isEmpty() ? item : item.put("encrypted_content", proof));
    }

    private static String id(List<Detail> details) {
        return details.stream()
                .filter(detail -> ReasoningFormat.RESPONSES.isOf(detail.text("format")))
                .map(detail -> detail.text("id"))
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static boolean isSummary(Detail detail) {
        return detail.text("type").equals("reasoning.summary");
    }

    private static String text(Detail detail) {
        return detail.text(isSummary(detail) ? "summary" : "text");
    }

    private static String proof(Detail detail) {
        return detail.text(detail.text("type").equals("reasoning.encrypted") ? "data" : "signature");
    }

    private static boolean isProven(Detail detail) {
        return isOwn(detail) && !proof(detail).isEmpty();
    }

    /// Only the text of another provider's detail may be sent.
    private static boolean isOwn(Detail detail) {
        return ReasoningFormat.RESPONSES.mayHave(detail.text("format"));
    }
}
