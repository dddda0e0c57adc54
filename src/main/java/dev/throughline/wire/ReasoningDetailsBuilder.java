package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.Optional;

/// Writes the reasoning of a backend of another dialect as `reasoning_details` for a chat client: each text with its
/// proof, opaque data, and where they were among the texts and calls of the answer.
///
/// `index` is the position of a detail among all details, texts and calls of the answer. What the record keeps has, in
/// addition, what comes before a detail (`PlacedReasoning.AFTER`). One instance per answer; not thread-safe.
///
/// Source: OpenRouter, "Reasoning tokens".
public final class ReasoningDetailsBuilder {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ReasoningFormat format;
    private final boolean isStreamed;
    private final ReasoningDetails issued = new ReasoningDetails();
    private ArrayNode unsent = JSON.arrayNode();
    private Origin origin = new Origin(false, "", 0);
    private Origin open = origin;
    private boolean isInReasoning;
    private boolean isInText;
    private int position = -1;
    private long characters;
    private int calls;

    /// @param format of the backend's dialect
    /// @param isStreamed whether the client gets fragments
    public ReasoningDetailsBuilder(ReasoningFormat format, boolean isStreamed) {
        this.format = format;
        this.isStreamed = isStreamed;
    }

    /// Where the backend wrote reasoning.
    /// @param isSummary whether it is a summary
    /// @param id of the item that holds it; empty for none
    /// @param part its position within the item
    public record Origin(boolean isSummary, String id, int part) {}

    /// Where the reasoning of the following events was.
    public void from(Origin where) {
        origin = where;
    }

    /// Takes an event of the backend.
    public void on(StreamEvent event) {
        switch (event) {
            case ReasoningDelta(String text) -> text(text);
            case ReasoningSignature(String proof) -> proof(proof);
            case RedactedReasoning(String data) -> sealed(data);
            case TextDelta(String text) -> {
                isInReasoning = false;
                position += isInText ? 0 : 1;
                isInText = true;
                characters += text.length();
            }
            case ToolCallStart _ -> {
                isInReasoning = false;
                isInText = false;
                position++;
                calls++;
            }
            case Start _, ToolCallArgs _, ToolCallEnd _, Usage _, Finish _, Failure _ -> {}
        }
    }

    /// The details so far, as the record keeps them.
    public ReasoningDetails issued() {
        return issued;
    }

    /// The details so far, for the client of an answer in one body; empty if there are none, or too many.
    public Optional<String> sent() {
        return issued.json(PlacedReasoning.AFTER);
    }

    /// The fragments since the last call, for the client of a stream; may be empty.
    public ArrayNode take() {
        ArrayNode taken = unsent;
        if (!taken.isEmpty()) {
            unsent = JSON.arrayNode();
        }
        return taken;
    }

    private void text(String text) {
        boolean isNew = !isInReasoning || !open.equals(origin);
        if (isNew) {
            begin();
            isInReasoning = true;
            open = origin;
        }
        String field = origin.isSummary() ? "summary" : "text";
        add(detail("reasoning." + field).put(field, text), isNew);
    }

    private void proof(String proof) {
        boolean isAlone = !isInReasoning;
        isInReasoning = false;
        if (proof.isEmpty()) {
            return;
        }
        if (format == ReasoningFormat.RESPONSES) {
            sealed(proof);
            return;
        }
        if (isAlone) {
            begin();
        }
        add(detail("reasoning.text").put("signature", proof), isAlone);
    }

    private void sealed(String data) {
        begin();
        isInReasoning = false;
        add(detail("reasoning.encrypted").put("data", data), true);
    }

    private void begin() {
        position++;
        isInText = false;
    }

    private static ObjectNode detail(String type) {
        return JSON.objectNode().put("type", type);
    }

    private void add(ObjectNode detail, boolean isNew) {
        if (!origin.id().isEmpty()) {
            detail.put("id", origin.id());
        }
        detail.put("format", format.id()).put("index", position);
        if (isStreamed) {
            unsent.add(detail);
        }
        ObjectNode kept = detail.deepCopy();
        if (isNew) {
            kept.putObject(PlacedReasoning.AFTER).put("characters", characters).put("calls", calls);
        }
        issued.add(JSON.arrayNode().add(kept));
    }
}
