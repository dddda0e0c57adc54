package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
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
    private final List<ResponsesRelayItem> sent = new ArrayList<>();
    private final List<ResponsesRelayStep> withheld = new ArrayList<>();
    private final List<ResponsesRelayItem> changed = new ArrayList<>();
    private int lastIndex = -1;
    private long completeUnits;

    ResponsesClientItems(ResponsesRelayFrames frames) {
        this.frames = frames;
    }

    List<ResponsesRelayItem> sent() {
        return sent;
    }

    /// UTF-16 code units in memory of complete items, without what they grew by.
    long completeUnits() {
        return completeUnits;
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
        if (frames.isAltered() || withheld.isEmpty()) {
            frames.forward(step.frame(), -1);
        } else {
            withheld.add(step);
        }
    }

    void withhold(ResponsesRelayStep step) {
        withheld.add(step);
    }

    /// Sends a frame of an item, and before it what was withheld: of this item, or all while nothing is changed.
    void forward(ResponsesRelayStep step, ResponsesRelayItem item) {
        if (!withheld.isEmpty()) {
            release(one -> !frames.isAltered() || item.equals(one.item()));
        }
        send(step, item);
    }

    /// An item whose events were changed before the client received anything of it: only its beginning is forwarded.
    void change(ResponsesRelayItem item) {
        item.state = State.CHANGED;
        item.isPartOpen = false;
        withheld.removeIf(step -> item.equals(step.item()) && step.seen().role() != Role.ADDED);
        changed.add(item);
    }

    /// The latest item of this kind whose events were changed, if the client received nothing of it.
    Optional<ResponsesRelayItem> changed(Kind kind) {
        return changed.reversed().stream().filter(item -> item.kind == kind).findFirst();
    }

    /// Sends the beginning of an item that is written from events.
    void begin(ResponsesRelayItem item) {
        changed.remove(item);
        release(step -> item.equals(step.item()));
        if (item.index < 0) {
            add(item);
            frames.write(item.event("output_item.added"));
        }
        item.state = State.WRITTEN;
    }

    /// Sends the backend's call with this id.
    /// @return whether there is one
    boolean openCall(String id) {
        release(step -> step.item() != null && step.item().isCall(id));
        return sent.stream().anyMatch(item -> item.isCall(id));
    }

    /// The client received the end of an item.
    void complete(ResponsesRelayItem item) {
        completeUnits += units(item.json);
    }

    private static long units(JsonNode json) {
        long units = json.isTextual() ? json.textValue().length() : 0;
        for (JsonNode child : json) {
            units += units(child);
        }
        return units;
    }

    /// Sends what was withheld of an answer of which nothing was changed.
    void end() {
        if (!frames.isAltered()) {
            release(_ -> true);
        }
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
            add(item);
            item.state = State.FORWARDED;
        }
        frames.forward(step.frame(), item.index);
        if (step.seen().role() == Role.DONE && !item.isDone) {
            item.forwardedEnd(step.seen().body().path("item"));
            complete(item);
        }
    }

    /// Gives an item that the client receives now its index.
    private void add(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? lastIndex + 1 : item.place;
        lastIndex = Math.max(lastIndex, item.index);
        sent.add(item);
    }
}
