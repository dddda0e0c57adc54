package dev.throughline.backend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// Keeps what a backend answered until the terminal event.
public class AnswerRecorder implements BackendSink {
    private final ChatBackendCodec codec = new ChatBackendCodec();
    private final StreamDecoder decoder = codec.streamDecoder();
    private final List<StreamEvent> events = new CopyOnWriteArrayList<>();
    private final CompletableFuture<StreamEvent> end = new CompletableFuture<>();

    public StreamEvent end() throws Exception {
        return end.get(20, TimeUnit.SECONDS);
    }

    public String text() {
        var text = new StringBuilder();
        for (StreamEvent event : events) {
            if (event instanceof TextDelta(String more)) {
                text.append(more);
            }
        }
        return text.toString();
    }

    @Override
    public boolean on(BackendPart part) {
        switch (part) {
            case BackendPart.Frame(SseFrame frame) -> decoder.on(frame, this::add);
            case BackendPart.Body(ObjectNode body, byte[] _) -> codec.decode(body, this::add);
            case BackendPart.Event _ -> throw new AssertionError("a backend gives no events");
            case BackendPart.Ended _ -> decoder.end(this::add);
            case BackendPart.Failed(Failure failure, byte[] _) -> add(failure);
        }
        return !end.isDone();
    }

    private void add(StreamEvent event) {
        events.add(event);
        if (event.isTerminal()) {
            end.complete(event);
        }
    }

    @Override
    public void opened(BackendHead head) {
        // only the events count here
    }

    @Override
    public void kept(byte[] part) {
        // only the events count here
    }

    @Override
    public void partial(int bytes) {
        // only the events count here
    }

    @Override
    public void held(int bytes) {
        // only the events count here
    }

    @Override
    public void sent() {
        // only the events count here
    }
}
