package dev.throughline.wire.chat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FramePattern;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Optional;

/// The patterns of the chunks of one answer that differ only in a single text.
final class ChatFramePatterns {
    private static final int KEPT = 4;
    /// Learning stops for a backend whose chunks all differ (counters, random padding).
    private static final int PATIENCE = 16;

    private final Form[] forms = new Form[KEPT];
    private int count;
    private int fruitless;

    /// A chunk that carries a single text and nothing else that changes.
    /// @param kind the kind of the text
    public record Form(FramePattern template, ChatDelta.Kind kind) {}

    /// The pattern of a frame, if it matches an earlier one.
    Optional<Form> find(SseFrame frame) {
        for (int i = 0; i < count; i++) {
            Form form = forms[i];
            if (form.template().matches(frame)) {
                first(i, form);
                fruitless = 0;
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /// Learns from a frame that carried a single text.
    void learn(SseFrame frame, ChatDelta.Single text) {
        if (frame.data() != frame.bytes() || fruitless > PATIENCE) {
            return;
        }
        fruitless++;
        template(frame, text.field())
                .filter(template -> template.text(frame).equals(text.text()))
                .ifPresent(template -> add(new Form(template, text.kind())));
    }

    /// Another call has begun: fragments of a call are no longer identified by their pattern.
    void forgetArguments() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (forms[i].kind() != ChatDelta.Kind.ARGUMENTS) {
                forms[kept++] = forms[i];
            }
        }
        count = kept;
    }

    private void add(Form form) {
        if (count < KEPT) {
            count++;
        }
        first(count - 1, form);
    }

    private void first(int from, Form form) {
        System.arraycopy(forms, 0, forms, 1, from);
        forms[0] = form;
    }

    /// Finds the text by the name of its field; the frame has only one string with this name.
    private static Optional<FramePattern> template(SseFrame frame, String field) {
        int length = frame.dataTo() - frame.dataFrom();
        try (JsonParser parser = StrictJson.LENIENT.getFactory().createParser(frame.data(), frame.dataFrom(), length)) {
            Optional<FramePattern> found = Optional.empty();
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_STRING && field.equals(parser.currentName())) {
                    if (found.isPresent()) {
                        return Optional.empty();
                    }
                    int from = frame.dataFrom()
                            + (int) parser.currentTokenLocation().getByteOffset()
                            + 1;
                    parser.getTextLength();
                    int to = frame.dataFrom() + (int) parser.currentLocation().getByteOffset() - 1;
                    found = Optional.of(FramePattern.of(frame, from, to));
                }
            }
            return found;
        } catch (IOException e) {
            throw new IllegalStateException("a frame that was read before could not be read", e);
        }
    }
}
