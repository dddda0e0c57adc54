package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;

/// Decodes a message: its texts and refusals, joined without a separator.
final class ResponsesTextReader implements ResponsesItemReader {
    private final ResponsesAnswerEvents events;
    private boolean hasText;
    private boolean partHasText;

    ResponsesTextReader(ResponsesAnswerEvents events) {
        this.events = events;
    }

    @Override
    public void opened() {}

    @Override
    public void grew(String piece, ResponsesDelta.Kind kind) {
        hasText |= !piece.isEmpty();
        partHasText |= !piece.isEmpty();
        events.text(piece);
    }

    @Override
    public void partDone(String whole, ResponsesDelta.Kind kind) {
        if (!partHasText) {
            grew(whole, kind);
        }
        partHasText = false;
    }

    @Override
    public void left() {}

    @Override
    public void done(JsonNode item) {
        if (!hasText) {
            grew(ResponsesPartTexts.joined(item.path("content")), ResponsesDelta.Kind.TEXT);
        }
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public boolean takes(ResponsesDelta.Kind kind) {
        return kind == ResponsesDelta.Kind.TEXT;
    }
}
