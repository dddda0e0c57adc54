package dev.throughline.wire.responses;

import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.testing.GlmFilters;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.WireException;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Forwards a backend's stream as the gateway does. In frames, `'` stands for `"`.
public final class RelayedResponse {
    private final StreamRelay relay = new ResponsesBackendCodec().relay();
    private final BiConsumer<StreamEvent, Consumer<StreamEvent>> filter;
    private final FrameBuffer out = new FrameBuffer();
    private final List<StreamEvent> read = new ArrayList<>();
    private final List<StreamEvent> passed = new ArrayList<>();
    private Finish finish = new Finish(FinishReason.STOP);
    private boolean isFailed;

    private RelayedResponse(BiConsumer<StreamEvent, Consumer<StreamEvent>> filter) {
        this.filter = filter;
    }

    /// What a client gets of a stream behind this filter.
    static String through(BiConsumer<StreamEvent, Consumer<StreamEvent>> filter, List<byte[]> chunks) {
        var relayedResponse = new RelayedResponse(filter);
        relayedResponse.feed(chunks);
        if (!relayedResponse.isFailed) {
            relayedResponse.relay.finish(List.of(), relayedResponse.finish, relayedResponse.out);
        }
        return relayedResponse.text();
    }

    public static String through(BiConsumer<StreamEvent, Consumer<StreamEvent>> filter, String stream) {
        return through(filter, List.of(stream.getBytes(StandardCharsets.UTF_8)));
    }

    public static String glm(String stream) {
        return through(glm(), stream);
    }

    public static String untouched(String stream) {
        return through((event, next) -> next.accept(event), stream);
    }

    /// What a client has got before the end, and of an end that fails.
    public static String failing(String stream, Failure failure) {
        var relayedResponse = new RelayedResponse(glm());
        relayedResponse.feed(List.of(stream.getBytes(StandardCharsets.UTF_8)));
        relayedResponse.relay.fail(failure, relayedResponse.out);
        return relayedResponse.text();
    }

    public static BiConsumer<StreamEvent, Consumer<StreamEvent>> glm() {
        int[] calls = {0};
        var glm = GlmFilters.of(new FilterSettings(
                false,
                Map.of("f", ResponsesRequestBodies.json("{'type':'object'}")),
                128,
                () -> "call_x" + calls[0]++));
        return (event, next) -> {
            if (!glm.isTurnOver() || event.isTerminal()) {
                glm.on(event, next);
            }
        };
    }

    public static List<Frame> frames(String stream) {
        List<Frame> frames = new ArrayList<>();
        new SseDecoder(1 << 24).feed(stream.getBytes(StandardCharsets.UTF_8), frame -> {
            if (!frame.isEmpty() && !frame.text().equals("[DONE]")) {
                try {
                    frames.add(new Frame(frame.event(), EncodedResponses.json(frame.text())));
                } catch (WireException e) {
                    throw new IllegalArgumentException(frame.text(), e);
                }
            }
        });
        return frames;
    }

    /// A stream of these events, named and numbered.
    public static String stream(String... events) {
        var text = new StringBuilder();
        int number = 0;
        for (String event : events) {
            String json = event.replace('\'', '"');
            String type =
                    json.substring(json.indexOf("\"type\":\"") + 8, json.indexOf('"', json.indexOf("\"type\":\"") + 8));
            text.append("event: ").append(type).append("\ndata: ");
            text.append(json, 0, json.length() - 1)
                    .append(",\"sequence_number\":")
                    .append(number++)
                    .append("}\n\n");
        }
        return text.toString();
    }

    private void feed(List<byte[]> chunks) {
        var decoder = new SseDecoder(1 << 24);
        chunks.forEach(chunk -> decoder.feed(chunk.clone(), this::frame));
    }

    private void frame(SseFrame frame) {
        read.clear();
        passed.clear();
        relay.decoder().on(frame, event -> {
            read.add(event);
            filter.accept(event, passed::add);
        });
        boolean isUnchanged = read.size() == passed.size();
        for (int i = 0; isUnchanged && i < read.size(); i++) {
            isUnchanged = read.get(i) == passed.get(i);
        }
        passed.removeIf(event -> {
            finish = event instanceof Finish end ? end : finish;
            isFailed |= event instanceof Failure;
            return event.isTerminal();
        });
        if (isFailed) {
            relay.fail(frame, out);
        } else {
            relay.forward(frame, isUnchanged, passed, out);
        }
    }

    private String text() {
        return new String(out.take(), StandardCharsets.UTF_8);
    }
}
