package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;

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
public final class ResponsesReasoningReader implements ResponsesItemReader {
    private enum Voice {
        UNDECIDED,
        CONTENT,
        SUMMARY
    }

    private final ResponsesAnswerEvents events;
    private Voice voice = Voice.UNDECIDED;
    private String heldSummary = "";
    private boolean partHasSpoken;
    private boolean hasSpoken;
    /// Number of events after this item's last one.
    private int spokenAt;

    ResponsesReasoningReader(ResponsesAnswerEvents events) {
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
        } else if (voice != Voice.SUMMARY) {
            voice = Voice.CONTENT;
            say(piece);
        }
    }

    private void summary(String piece) {
        switch (voice) {
            case CONTENT -> {}
            case SUMMARY -> say(piece);
            case UNDECIDED -> {
                if (heldSummary.isEmpty()) {
                    heldSummary = piece;
                } else {
                    left();
                    say(piece);
                }
            }
        }
    }

    @Override
    public void told(String whole, ResponsesDelta.Kind kind) {
        boolean isHeard = (kind == ResponsesDelta.Kind.SUMMARY) == (voice == Voice.SUMMARY);
        boolean isNew = isHeard ? !partHasSpoken : voice == Voice.UNDECIDED && heldSummary.isEmpty();
        if (isNew) {
            grew(whole, kind);
        }
        partHasSpoken &= !isHeard;
    }

    @Override
    public void left() {
        if (voice == Voice.UNDECIDED && !heldSummary.isEmpty()) {
            voice = Voice.SUMMARY;
            say(heldSummary);
        }
    }

    @Override
    public void done(JsonNode item) {
        if (!hasSpoken) {
            String content = ResponsesPartTexts.joined(item.path("content"));
            String summary = ResponsesPartTexts.joined(item.path("summary"));
            say(!content.isEmpty() ? content : !summary.isEmpty() ? summary : heldSummary);
            voice = Voice.CONTENT;
        }
        String encrypted = item.path("encrypted_content").asText("");
        if (encrypted.isEmpty()) {
            return;
        }
        if (!hasSpoken) {
            events.redacted(encrypted);
        } else if (events.count() == spokenAt) {
            events.signature(encrypted);
        }
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public boolean isHolding() {
        return voice == Voice.UNDECIDED && !heldSummary.isEmpty();
    }

    @Override
    public boolean takes(ResponsesDelta.Kind kind) {
        return kind == ResponsesDelta.Kind.REASONING || kind == ResponsesDelta.Kind.SUMMARY;
    }

    private void say(String piece) {
        if (piece.isEmpty()) {
            return;
        }
        if (!hasSpoken) {
            events.newReasoning();
        }
        hasSpoken = true;
        partHasSpoken = true;
        events.reasoning(piece);
        spokenAt = events.count();
    }
}
