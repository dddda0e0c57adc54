package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;

/// Reads a message: its texts and refusals, joined without a separator.
public final class ReadText implements ReadItem {
    private final AnswerEvents events;
    private boolean hasSpoken;
    private boolean partHasSpoken;

    ReadText(AnswerEvents events) {
        this.events = events;
    }

    @Override
    public void opened() {}

    @Override
    public void grew(String piece, Delta.Kind kind) {
        hasSpoken |= !piece.isEmpty();
        partHasSpoken |= !piece.isEmpty();
        events.text(piece);
    }

    @Override
    public void told(String whole, Delta.Kind kind) {
        if (!partHasSpoken) {
            grew(whole, kind);
        }
        partHasSpoken = false;
    }

    @Override
    public void left() {}

    @Override
    public void done(JsonNode item) {
        if (!hasSpoken) {
            grew(PartTexts.joined(item.path("content")), Delta.Kind.TEXT);
        }
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public boolean takes(Delta.Kind kind) {
        return kind == Delta.Kind.TEXT;
    }
}
