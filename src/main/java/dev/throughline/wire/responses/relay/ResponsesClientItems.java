package dev.throughline.wire.responses.relay;

import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items of which the client got something, in their order, and the frames of those of which it got nothing yet.
///
/// An item that has only begun waits until something is said in it: if nothing is, the client does not hear of it.
final class ResponsesClientItems {
    private final ResponsesRelayFrames frames;
    private final List<ResponsesRelayItem> told = new ArrayList<>();
    private final List<ResponsesRelayStep> waiting = new ArrayList<>();
    private int lastIndex = -1;

    ResponsesClientItems(ResponsesRelayFrames frames) {
        this.frames = frames;
    }

    List<ResponsesRelayItem> told() {
        return told;
    }

    /// Something is changed from here on; frames beside the items need not wait any more.
    void alter() {
        if (!frames.isAltered()) {
            frames.alter();
            waiting.stream().filter(step -> step.item() == null).forEach(step -> frames.forward(step.frame(), null));
            waiting.removeIf(step -> step.item() == null);
        }
    }

    void beside(ResponsesRelayStep step) {
        if (waiting.isEmpty() || frames.isAltered()) {
            frames.forward(step.frame(), null);
        } else {
            waiting.add(step);
        }
    }

    void waits(ResponsesRelayStep step, ResponsesRelayItem item) {
        boolean isSaid = !step.text().isEmpty() || step.seen().role() == ResponsesFrame.Role.DONE;
        item.isTouched |= isSaid;
        item.saw(step.seen());
        waiting.add(step);
    }

    /// An item of this kind of which the client got nothing yet and in which something was said.
    Optional<ResponsesRelayItem> changed(Kind kind) {
        return items().reversed().stream()
                .filter(item -> item.kind() == kind && item.state == State.CHANGED)
                .findFirst();
    }

    /// The backend's call of this id of which the client got nothing yet.
    Optional<ResponsesRelayItem> call(String id) {
        return items().stream().filter(item -> item.isCall(id)).findFirst();
    }

    private List<ResponsesRelayItem> items() {
        List<ResponsesRelayItem> items = new ArrayList<>();
        for (ResponsesRelayStep step : waiting) {
            if (step.item() != null && !items.contains(step.item())) {
                items.add(step.item());
            }
        }
        return items;
    }

    /// The client gets what waited of an item and of those before it; of these only if the backend said nothing in
    /// them.
    /// @param state what becomes of the item
    void open(ResponsesRelayItem item, State state) {
        List<ResponsesRelayItem> items = items();
        int end = frames.isAltered() && items.contains(item) ? items.indexOf(item) + 1 : items.size();
        release(items.subList(0, end), item);
        if (item.index < 0) {
            opened(item);
        }
        item.state = state;
    }

    /// The answer ends.
    /// @param isBrokenOff whether the client gets nothing of what waits
    void end(boolean isBrokenOff) {
        if (waiting.isEmpty()) {
            return;
        }
        List<ResponsesRelayItem> items = items();
        items.forEach(item -> item.isTouched |= isBrokenOff);
        release(items, null);
    }

    private void release(List<ResponsesRelayItem> items, @Nullable ResponsesRelayItem target) {
        List<ResponsesRelayStep> steps = List.copyOf(waiting);
        waiting.clear();
        for (ResponsesRelayStep step : steps) {
            ResponsesRelayItem item = step.item();
            if (item != null && !items.contains(item)) {
                waiting.add(step);
            } else if (item == null || item == target || !isLeftOut(item)) {
                forward(step, item);
            } else {
                item.state = State.OVER;
                item.isTouched = true;
            }
        }
    }

    private boolean isLeftOut(ResponsesRelayItem item) {
        return frames.isAltered() && (item.isTouched || item.state == State.CHANGED);
    }

    private void forward(ResponsesRelayStep step, @Nullable ResponsesRelayItem item) {
        if (item != null && item.index < 0) {
            opened(item);
            item.state = State.FORWARDED;
        }
        frames.forward(step.frame(), item);
    }

    void opened(ResponsesRelayItem item) {
        item.index = item.place < 0 || frames.isAltered() ? lastIndex + 1 : item.place;
        lastIndex = Math.max(lastIndex, item.index);
        told.add(item);
    }
}
