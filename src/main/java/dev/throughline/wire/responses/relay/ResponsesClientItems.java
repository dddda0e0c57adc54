package dev.throughline.wire.responses.relay;

import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The items that the client received, in its order, and the frames of those that have only begun: they are withheld
/// until something of the item passes, since an item of which nothing passes is left out.
final class ResponsesClientItems {
    private final ResponsesRelayFrames frames;
    private final ResponsesHeldText held;
    private final List<ResponsesRelayItem> sent = new ArrayList<>();
    private final List<ResponsesRelayStep> withheld = new ArrayList<>();
    private final List<ResponsesRelayItem> changed = new ArrayList<>();
    private int lastIndex = -1;

    ResponsesClientItems(ResponsesRelayFrames frames, ResponsesHeldText held) {
        this.frames = frames;
        this.held = held;
    }

    List<ResponsesRelayItem> sent() {
        return sent;
    }

    /// Something is changed from here on: only items have to wait.
    void alter() {
        if (!frames.isAltered()) {
            frames.alter();
            release(step -> step.item() == null);
        }
    }

    /// Forwards a frame that belongs to no item, behind what was withheld before.
    void beside(ResponsesRelayStep step) {
        withheld.add(step);
        if (frames.isAltered() || withheld.size() == 1) {
            release(one -> one.item() == null);
        }
    }

    void withhold(ResponsesRelayStep step) {
        withheld.add(step);
    }

    /// Sends a frame of an item, and before it what was withheld: of this item, or all while nothing is changed.
    void forward(ResponsesRelayStep step, ResponsesRelayItem item) {
        release(one -> !frames.isAltered() || item.equals(one.item()));
        send(step, item);
    }

    /// An item whose events were changed before the client received anything of it.
    void change(ResponsesRelayItem item) {
        item.state = State.CHANGED;
        withheld.removeIf(step -> item.equals(step.item()));
        changed.add(item);
    }

    /// The latest item of this kind whose events were changed, if the client received nothing of it.
    Optional<ResponsesRelayItem> changed(Kind kind) {
        return changed.reversed().stream().filter(item -> item.kind == kind).findFirst();
    }

    /// Sends the backend's call with this id.
    /// @return whether there is one
    boolean openCall(String id) {
        release(step -> step.item() != null && step.item().isCall(id));
        return sent.stream().anyMatch(item -> item.isCall(id));
    }

    /// Gives an item that the client receives now its index.
    void add(ResponsesRelayItem item, State state) {
        item.index = item.place < 0 || frames.isAltered() ? lastIndex + 1 : item.place;
        lastIndex = Math.max(lastIndex, item.index);
        item.state = state;
        item.countedIn(held);
        sent.add(item);
        changed.remove(item);
    }

    /// An event of which the client received the text in an item.
    void recorded(ResponsesRelayItem item, ResponsesPlacedEvent event) {
        held.recorded(item, event);
    }

    /// The client received the end of an item.
    void complete(ResponsesRelayItem item) {
        held.complete(item);
    }

    /// Sends what was withheld of an answer of which nothing was changed.
    void end() {
        release(_ -> !frames.isAltered());
    }

    private void release(Predicate<ResponsesRelayStep> which) {
        for (ResponsesRelayStep step : withheld.stream().filter(which).toList()) {
            ResponsesRelayItem item = step.item();
            if (item == null) {
                frames.forward(step.frame(), -1);
            } else {
                send(step, item);
            }
        }
        withheld.removeIf(which);
    }

    private void send(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (item.index < 0) {
            add(item, State.FORWARDED);
        }
        boolean wasDone = item.isDone;
        item.forwarded(step.seen());
        frames.forward(step.frame(), item.index);
        if (step.isUnchanged()) {
            step.events().forEach(event -> held.recorded(item, event));
        }
        if (item.isDone && !wasDone) {
            held.complete(item);
        }
    }
}
