package dev.throughline.gateway.answer;

import dev.throughline.filter.FamilyFilter;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// A backend's stream on its way to a client of the same dialect, through the filter and the relay of the gateway.
public final class RelayedStream {
    private final StreamRelay relay;
    private final FilterChain chain;
    private final Deque<SseFrame> waiting = new ArrayDeque<>();
    private final FrameBuffer out = new FrameBuffer();
    private final List<StreamEvent> passed = new ArrayList<>();
    private final List<String> replaced = new ArrayList<>();
    private boolean isOver;

    private RelayedStream(StreamRelay relay, Optional<FamilyFilter> filter) {
        this.relay = relay;
        int[] calls = {0};
        this.chain = new FilterChain(filter, true, () -> "call_n" + calls[0]++, next -> next);
    }

    /// @param filter absent for an answer that passes as it came
    public static RelayedStream of(StreamRelay relay, Optional<FamilyFilter> filter, byte[] stream) {
        var relayed = new RelayedStream(relay, filter);
        new SseDecoder(Integer.MAX_VALUE).feed(stream.clone(), relayed::frame);
        relayed.ended();
        return relayed;
    }

    /// What the client gets.
    public byte[] sent() {
        return out.take();
    }

    /// The events that the client gets, as they are recorded, with the terminal.
    public List<StreamEvent> passed() {
        return passed;
    }

    /// Texts of the backend that the client does not get as they were.
    public List<String> replaced() {
        return replaced;
    }

    private void frame(SseFrame frame) {
        if (isOver) {
            return;
        }
        List<StreamEvent> read = new ArrayList<>();
        relay.decoder().on(frame, read::add);
        int earlier = waiting.size();
        List<FilterResult> decided = chain.on(read, true);
        for (FilterResult filtered : decided) {
            frame(waiting.isEmpty() ? frame : waiting.remove(), filtered);
        }
        if (decided.size() <= earlier) {
            waiting.add(frame);
            relay.hold(frame);
        }
    }

    private void frame(SseFrame frame, FilterResult filtered) {
        record(filtered);
        boolean isFailed = filtered.end().filter(Failure.class::isInstance).isPresent();
        if (!isFailed) {
            relay.forward(frame, filtered.isUnchanged(), filtered.events(), out);
        }
        end(filtered, isFailed ? filtered.events() : List.of());
    }

    private void ended() {
        if (isOver) {
            return;
        }
        List<StreamEvent> read = new ArrayList<>();
        relay.decoder().end(read::add);
        for (FilterResult filtered : chain.on(read, false)) {
            if (waiting.isEmpty()) {
                record(filtered);
                end(filtered, List.of());
            } else {
                frame(waiting.remove(), filtered);
            }
        }
    }

    private void record(FilterResult filtered) {
        filtered.replaced().forEach(text -> replaced.add(text.text()));
        passed.addAll(filtered.events());
    }

    private void end(FilterResult filtered, List<StreamEvent> rest) {
        filtered.end().ifPresent(end -> {
            isOver = true;
            passed.add(end);
            if (end instanceof Finish finish) {
                relay.finish(rest, finish, out);
            } else {
                relay.rest(rest, out);
                relay.fail((Failure) end, out);
            }
        });
    }
}
