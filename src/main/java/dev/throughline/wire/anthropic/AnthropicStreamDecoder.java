package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes message events. The type of an event is its `type`, otherwise the name of its frame; unknown
/// event, block and delta types emit no event. A block that is not ended explicitly ends with the next one
/// or with the message. Deltas that differ from the previous one only in their text are recognized by their
/// bytes; all others are parsed as a tree.
final class AnthropicStreamDecoder implements StreamDecoder {
    private final AnthropicAnswerBlocks blocks = new AnthropicAnswerBlocks();
    private final AnthropicDeltaForm form = new AnthropicDeltaForm();
    private final AnthropicAnswerEnd end = new AnthropicAnswerEnd();
    private int frames;
    /// Index of the last block that began, −1 if it had none.
    private int index = -1;
    private boolean isBegun;
    private boolean isOver;
    private int frameIndex;
    private Place place = Place.BESIDE;

    /// The role of the latest frame in the answer.
    public enum Place {
        /// Outside the blocks: the start of the message, a ping, a comment, an unknown event.
        BESIDE,
        BLOCK_START,
        BLOCK_DELTA,
        BLOCK_STOP,
        /// Begins a block of a type that emits no event.
        FOREIGN_START,
        /// Inside such a block.
        FOREIGN,
        /// Belongs to a block that was ended by the open one.
        EARLIER,
        EARLIER_STOP,
        /// Part of the answer's end, or after it.
        END
    }

    public Place place() {
        return place;
    }

    /// The backend's index of the block that began last; −1 if it had none.
    public int index() {
        return index;
    }

    /// Index of the block that a frame of an earlier block belongs to.
    public int earlier() {
        return frameIndex;
    }

    /// The type of the open block.
    public AnthropicBlockKind kind() {
        return blocks.kind();
    }

    /// Why the answer ended.
    public FinishReason reason() {
        return end.reason(blocks.calls());
    }

    /// The usage so far.
    public Optional<Usage> counted() {
        return end.counted();
    }

    @Override
    public void on(SseFrame frame, Consumer<? super StreamEvent> out) {
        place = isOver ? Place.END : Place.BESIDE;
        if (isOver || frame.isEmpty()) {
            return;
        }
        frames++;
        Optional<String> text = form.text(frame);
        if (text.isPresent()) {
            place = placed(Place.BLOCK_DELTA);
            blocks.more(text.get(), out);
        } else {
            read(frame, out);
        }
    }

    @Override
    public void end(Consumer<? super StreamEvent> out) {
        if (isOver) {
            return;
        }
        isOver = true;
        out.accept(Failure.of(
                FailureKind.BACKEND,
                "The backend closed the stream without message_stop, after " + frames
                        + " events: the answer is incomplete."));
    }

    private void read(SseFrame frame, Consumer<? super StreamEvent> out) {
        try {
            event(frame, out);
        } catch (WireException e) {
            fail("cannot be read. " + e.getMessage(), out);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
            fail("is not valid JSON" + where + ".", out);
        }
    }

    private void event(SseFrame frame, Consumer<? super StreamEvent> out)
            throws WireException, JsonProcessingException {
        JsonNode json = StrictJson.LENIENT.readTree(frame.text());
        if (!(json instanceof ObjectNode object)) {
            throw FieldReader.wrong("", "an object", json);
        }
        FieldReader event = FieldReader.of(object);
        String type = event.optionalString("type").orElse(frame.event());
        if (type.equals("error") || BackendErrors.isError(object)) {
            isOver = true;
            out.accept(BackendErrors.inStream(object));
        } else if (type.equals("message_start")) {
            start(event, out);
        } else {
            step(type, frame, event, out);
        }
    }

    private void start(FieldReader event, Consumer<? super StreamEvent> out) throws WireException {
        FieldReader message = event.optionalObject("message").orElseThrow(() -> event.missing("message"));
        end.usage(message.object().path("usage"));
        if (!isBegun) {
            isBegun = true;
            out.accept(new Start(message.optionalString("model").orElse("")));
        }
    }

    private void step(String type, SseFrame frame, FieldReader event, Consumer<? super StreamEvent> out)
            throws WireException {
        switch (type) {
            case "content_block_start" -> {
                needStart(type);
                index = event.optionalInt("index").orElse(-1);
                form.forget();
                blocks.start(child(event, "content_block"), out);
                place = blocks.isForeign() ? Place.FOREIGN_START : Place.BLOCK_START;
            }
            case "content_block_delta" -> delta(frame, event, out);
            case "content_block_stop" -> {
                form.forget();
                if (isOfEarlierBlock(event)) {
                    place = Place.EARLIER_STOP;
                } else {
                    needIndex(event);
                    place = placed(Place.BLOCK_STOP);
                    blocks.stop(out);
                }
            }
            case "message_delta" -> {
                place = Place.END;
                end.stopReason(event.object().path("delta").path("stop_reason"));
                end.stopSequence(event.object().path("delta").path("stop_sequence"));
                end.usage(event.object().path("usage"));
            }
            case "message_stop" -> {
                needStart(type);
                place = Place.END;
                blocks.stop(out);
                isOver = true;
                end.emit(blocks.calls(), out);
            }
            default -> {}
        }
    }

    private void delta(SseFrame frame, FieldReader event, Consumer<? super StreamEvent> out) throws WireException {
        FieldReader delta = child(event, "delta");
        if (isOfEarlierBlock(event)
                && delta.optionalString("signature").orElse("none").isEmpty()) {
            place = Place.EARLIER;
            return;
        }
        needIndex(event);
        place = placed(Place.BLOCK_DELTA);
        blocks.delta(delta, out);
        form.learn(frame, delta);
    }

    /// llama.cpp 0.7.0 leaves all blocks open until the end of the message: there it sends an empty
    /// signature for the thinking and ends the blocks one by one. They were already ended here by the block
    /// that followed each.
    private boolean isOfEarlierBlock(FieldReader event) throws WireException {
        frameIndex = event.optionalInt("index").orElse(index);
        return frameIndex >= 0 && frameIndex < index;
    }

    private Place placed(Place inBlock) {
        return blocks.isForeign() ? Place.FOREIGN : inBlock;
    }

    private void needStart(String type) throws WireException {
        if (!isBegun) {
            throw WireException.invalid("/type", "It is " + type + "; expected message_start first.");
        }
    }

    private void needIndex(FieldReader event) throws WireException {
        int frameIndex = event.optionalInt("index").orElse(index);
        if (frameIndex != index) {
            throw WireException.invalid(
                    "/index", "The field /index is " + frameIndex + ", but the open block is " + index + ".");
        }
    }

    private static FieldReader child(FieldReader event, String name) throws WireException {
        return event.optionalObject(name).orElseThrow(() -> event.missing(name));
    }

    private void fail(String problem, Consumer<? super StreamEvent> out) {
        isOver = true;
        out.accept(Failure.of(FailureKind.BACKEND, "The backend's event " + frames + " " + problem));
    }
}
