package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.ReasoningDetailsBuilder;
import java.util.List;

/// Decodes a reasoning item, whose text may be sent as `content`, as `summary` or as both with the same
/// text.
///
/// The first of the two that is confirmed supplies the item's text; the other is ignored. Content is
/// confirmed by its first fragment. A summary is confirmed by its second fragment without content in
/// between, or by any other event: the first fragment is held back, since some servers write each fragment
/// twice with the summary first. At the item's end content takes precedence.
///
/// `encrypted_content` is the proof of the text, or the whole block if there is no text. A proof received
/// after other events no longer belongs to a block and is dropped.
final class ResponsesReasoningReader implements ResponsesItemReader {
    private enum Source {
        UNDECIDED,
        CONTENT,
        SUMMARY
    }

    private final String id;
    private final ResponsesAnswerEvents events;
    private Source source = Source.UNDECIDED;
    private String heldSummary = "";
    private boolean partHasText;
    private boolean hasText;
    /// Position of the current part among those with a text.
    private int part;
    /// Number of events after this item's last one.
    private int countAtLastText;

    /// @param id of the item; empty for none
    ResponsesReasoningReader(String id, ResponsesAnswerEvents events) {
        this.id = id;
        this.events = events;
    }

    @Override
    public void opened() {}

    @Override
    public void grew(String piece, ResponsesDelta.Kind kind) {
        if (piece.isEmpty()) {
            return;
        }
        if (kind == ResponsesDelta.Kind.SUMMARY) {
            summary(piece);
        } else if (source != Source.SUMMARY) {
            source = Source.CONTENT;
            emit(piece);
        }
    }

    private void summary(String piece) {
        switch (source) {
            case CONTENT -> {}
            case SUMMARY -> emit(piece);
            case UNDECIDED -> {
                if (heldSummary.isEmpty()) {
                    heldSummary = piece;
                } else {
                    left();
                    emit(piece);
                }
            }
        }
    }

    @Override
    public void partDone(String whole, ResponsesDelta.Kind kind) {
        boolean isSource = (kind == ResponsesDelta.Kind.SUMMARY) == (source == Source.SUMMARY);
        boolean isNew = isSource ? !partHasText : source == Source.UNDECIDED && heldSummary.isEmpty();
        if (isNew) {
            grew(whole, kind);
        }
        partHasText &= !isSource;
    }

    @Override
    public void left() {
        if (source == Source.UNDECIDED && !heldSummary.isEmpty()) {
            source = Source.SUMMARY;
            emit(heldSummary);
        }
    }

    @Override
    public void done(JsonNode item) {
        if (!hasText) {
            whole(item);
        }
        String encrypted = item.path("encrypted_content").asText("");
        if (encrypted.isEmpty()) {
            return;
        }
        events.from(new ReasoningDetailsBuilder.Origin(false, item.path("id").asText(id), 0));
        if (!hasText) {
            events.redacted(encrypted);
        } else if (events.count() == countAtLastText) {
            events.signature(encrypted);
        }
    }

    private void whole(JsonNode item) {
        List<String> texts = ResponsesPartTexts.all(item.path("content"));
        source = texts.isEmpty() ? Source.SUMMARY : Source.CONTENT;
        List<String> summary = texts.isEmpty() ? ResponsesPartTexts.all(item.path("summary")) : texts;
        for (String text : summary.isEmpty() ? List.of(heldSummary) : summary) {
            partHasText = false;
            emit(text);
        }
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public boolean isHolding() {
        return source == Source.UNDECIDED && !heldSummary.isEmpty();
    }

    @Override
    public boolean takes(ResponsesDelta.Kind kind) {
        return kind == ResponsesDelta.Kind.REASONING || kind == ResponsesDelta.Kind.SUMMARY;
    }

    private void emit(String piece) {
        if (piece.isEmpty()) {
            return;
        }
        if (!hasText) {
            events.newReasoning();
        } else if (!partHasText) {
            part++;
        }
        events.from(new ReasoningDetailsBuilder.Origin(source == Source.SUMMARY, id, part));
        hasText = true;
        partHasText = true;
        events.reasoning(piece);
        countAtLastText = events.count();
    }
}
