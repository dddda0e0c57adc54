package dev.throughline.wire.responses.relay;

import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Numbers of the frames that a client gets: those of the backend as long as no frame was added or left out, else the
/// backend's plus or minus those. They always rise. Numbers of frames are read only where they are needed.
final class ResponsesSequenceNumbers {
    /// The latest frame that was written as it came, its number not read yet.
    private @Nullable SseFrame latest;

    private long last = -1;
    private long shift;
    private boolean isTouched;

    /// This frame waits; others may overtake it.
    void held(SseFrame frame) {
        shift -= frame.isEmpty() ? 0 : 1;
    }

    /// This frame waited and is written now, or with others that are written now.
    void released(SseFrame frame) {
        shift += frame.isEmpty() ? 0 : 1;
    }

    /// A frame is left out.
    void dropped(SseFrame frame) {
        held(frame);
        discarded();
    }

    /// Frames that waited are left out.
    void discarded() {
        settle();
        isTouched = true;
    }

    /// The number of a frame that is added.
    long next() {
        settle();
        isTouched = true;
        shift++;
        return ++last;
    }

    /// Writes a frame of the backend.
    /// @param values what stands in its fields instead, as JSON
    void write(SseFrame frame, Map<String, String> values, FrameBuffer out) {
        if (!isTouched) {
            latest = frame.isEmpty() ? latest : frame;
            if (values.isEmpty()) {
                out.raw(frame.bytes(), frame.from(), frame.length());
            } else {
                ResponsesFrameFields.of(frame).write(values, out);
            }
            return;
        }
        ResponsesFrameFields places = ResponsesFrameFields.of(frame);
        OptionalLong number = number(places.number());
        if (number.isPresent() && number.getAsLong() != places.number()) {
            Map<String, String> all = new HashMap<>(values);
            all.put(ResponsesFrameFields.NUMBER, Long.toString(number.getAsLong()));
            places.write(all, out);
        } else {
            places.write(values, out);
        }
    }

    /// The number for a frame that came with this one and is written again.
    /// @param came -1 for none
    /// @return empty when it had none
    OptionalLong number(long came) {
        settle();
        if (came < 0) {
            return OptionalLong.empty();
        }
        last = Math.max(last + 1, came + shift);
        return OptionalLong.of(last);
    }

    private void settle() {
        SseFrame frame = latest;
        if (frame != null) {
            latest = null;
            last = Math.max(last, ResponsesFrameFields.of(frame).number());
        }
    }
}
