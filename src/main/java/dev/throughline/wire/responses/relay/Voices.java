package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.responses.answer.Delta;
import dev.throughline.wire.responses.answer.Item;
import dev.throughline.wire.responses.answer.ItemStatus;
import dev.throughline.wire.responses.answer.ItemText;
import dev.throughline.wire.responses.answer.Seen;
import dev.throughline.wire.responses.relay.ClientItems.Name;
import dev.throughline.wire.responses.relay.ClientItems.Told;
import dev.throughline.wire.responses.relay.RelayedItem.Kind;
import dev.throughline.wire.responses.relay.RelayedItem.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses the item in which a client hears what passed the filters: the backend's own where what is said is of its
/// kind and its turn has come, else one that is made.
final class Voices {
    private final ClientItems items;
    /// The item that speaks; absent for none.
    private @Nullable Told voice;

    private boolean isFrameUsed;

    Voices(ClientItems items) {
        this.items = items;
    }

    /// An item of the backend speaks in frames that go on as they came.
    void heard(RelayedItem item) {
        if (!(voice instanceof Told.Own(RelayedItem current)) || current != item) {
            voice = new Told.Own(item);
        }
    }

    boolean isSpeaking(RelayedItem item) {
        return voice instanceof Told.Own(RelayedItem current) && current == item;
    }

    /// Has the client hear what passed of a frame.
    /// @return whether that was written by the frame itself
    boolean speak(Step step) {
        isFrameUsed = false;
        List<StreamEvent> events = step.passed();
        for (int i = 0; i < events.size(); i++) {
            switch (events.get(i)) {
                case TextDelta(String text) -> {
                    var all = new StringBuilder(text);
                    while (i + 1 < events.size() && events.get(i + 1) instanceof TextDelta(String more)) {
                        all.append(more);
                        i++;
                    }
                    say(Kind.TEXT, all.toString(), step);
                }
                case ReasoningDelta(String text) -> {
                    var all = new StringBuilder(text);
                    while (i + 1 < events.size() && events.get(i + 1) instanceof ReasoningDelta(String more)) {
                        all.append(more);
                        i++;
                    }
                    say(Kind.REASONING, all.toString(), step);
                }
                case ReasoningSignature(String signature) -> signature(signature, step.item());
                case RedactedReasoning(String data) -> redacted(data, step.item());
                case ToolCallStart(int _, String id, String name) -> call(id, name, step.item());
                case ToolCallArgs(int _, String fragment) -> arguments(fragment);
                case ToolCallEnd _ -> callEnd();
                case Start _, Usage _, Finish _, Failure _ -> {}
            }
        }
        return isFrameUsed;
    }

    /// An item in which nothing is said comes in between. A call that was made here is not over: its arguments are
    /// still
    /// to come.
    void interrupt(RelayedItem item) {
        boolean isInCall = voice instanceof Told.Made made && made.item() instanceof Item.Call;
        if (!isInCall) {
            leave(item);
        }
        items.open(item);
    }

    /// Nothing more is said; the item that speaks ends.
    void end(ItemStatus status) {
        if (voice instanceof Told.Made item) {
            items.close(item, status);
        }
        voice = null;
    }

    private void say(Kind kind, String text, Step step) {
        if (!text.isEmpty()) {
            Told speaker = speaker(kind, step.item());
            switch (speaker) {
                case Told.Made(Item item, List<ItemStatus> _) -> items.grow(item, text);
                case Told.Own(RelayedItem item) -> own(item, text, step);
            }
        }
    }

    private void own(RelayedItem item, String text, Step step) {
        boolean isOfFrame = item == step.item() && !isFrameUsed;
        if (isOfFrame && step.seen().role() == Seen.Role.GREW) {
            isFrameUsed = true;
            items.settle(item);
            Delta delta = step.seen().delta().orElseThrow();
            if (text.equals(delta.text())) {
                items.write(step.frame(), item);
            } else {
                item.texts.recut();
                items.write(step.frame(), item, text);
            }
            item.grew(delta.kind(), delta.partIndex(), text);
        } else if (isOfFrame && isRepeated(step, item)) {
            item.grew(item.grown(), step.seen().part(), text);
        } else {
            items.grow(item, text);
        }
    }

    /// Whether the frame itself tells a text of which no delta came.
    private static boolean isRepeated(Step step, RelayedItem item) {
        boolean isWhole = step.seen().role() == Seen.Role.DONE
                ? item.texts.joined().isEmpty()
                : step.seen().tellsWhole()
                        && !item.texts.has(item.grown(), step.seen().part());
        return isWhole && item.endings.isEmpty();
    }

    private Told speaker(Kind kind, @Nullable RelayedItem own) {
        Told current = voice;
        boolean isOwn = own != null && own.kind() == kind;
        if (current instanceof Told.Made(Item item, List<ItemStatus> _) && kind(item) == kind) {
            if (isOwn && own.state == State.NEW) {
                items.discard(own);
            }
            return current;
        }
        if (isOwn && (own.state == State.OPEN || own.state == State.NEW)) {
            return turnTo(own, own);
        }
        if (current instanceof Told.Own(RelayedItem item) && item.kind() == kind && item.state == State.OPEN) {
            return current;
        }
        for (RelayedItem item : items.fresh().reversed()) {
            if (item.kind() == kind) {
                return turnTo(item, own);
            }
        }
        leave(own);
        return make(kind == Kind.TEXT ? visible() : reasoning());
    }

    private Told turnTo(RelayedItem item, @Nullable RelayedItem source) {
        if (!isSpeaking(item)) {
            leave(source);
            if (item.state == State.NEW) {
                items.open(item);
            }
            voice = new Told.Own(item);
        }
        return new Told.Own(item);
    }

    private Told make(Item item) {
        Told.Made opened = items.open(item);
        voice = opened;
        return opened;
    }

    /// Another item is to speak.
    /// @param source the item of the frame: if it is the one that speaks, the backend has not ended it
    private void leave(@Nullable RelayedItem source) {
        switch (voice) {
            case null -> {}
            case Told.Made item -> items.close(item, ItemStatus.COMPLETED);
            case Told.Own(RelayedItem item) -> {
                boolean isEnding = !item.endings.isEmpty();
                items.settle(item);
                boolean isText = item.kind() == Kind.TEXT || item.kind() == Kind.REASONING;
                if (isText && item.state == State.OPEN && item == source && !isEnding) {
                    items.close(item, ItemStatus.COMPLETED);
                }
            }
        }
        voice = null;
    }

    private Item visible() {
        Name name = items.name("msg_");
        return new Item.Visible(name.id(), name.index(), ItemText.kept(""));
    }

    private Item reasoning() {
        Name name = items.name("rs_");
        return new Item.Reasoning(name.id(), name.index(), ItemText.kept(""), ItemText.kept(""));
    }

    private static Kind kind(Item item) {
        return switch (item) {
            case Item.Reasoning _, Item.Sealed _ -> Kind.REASONING;
            case Item.Visible _ -> Kind.TEXT;
            case Item.Call _, Item.Freeform _ -> Kind.CALL;
        };
    }

    /// Of an item of the backend, its own end tells the proof.
    private void signature(String signature, @Nullable RelayedItem own) {
        boolean isOwn = own != null && own.kind() == Kind.REASONING;
        if (voice instanceof Told.Made made && made.item() instanceof Item.Reasoning reasoning) {
            reasoning.proof().append(signature);
            leave(own);
        } else if (isOwn && own.state == State.NEW && !signature.isEmpty()) {
            turnTo(own, own);
            own.grew(own.grown(), own.part(), "");
            leave(null);
        } else if (isOwn && own.state == State.OPEN || signature.isEmpty()) {
            leave(null);
        } else {
            unreadable(signature, own);
        }
    }

    private void redacted(String data, @Nullable RelayedItem own) {
        if (own != null && own.kind() == Kind.REASONING && own.state == State.NEW) {
            turnTo(own, own);
            return;
        }
        unreadable(data, own);
    }

    private void unreadable(String data, @Nullable RelayedItem source) {
        leave(source);
        Name name = items.name("rs_");
        items.close(
                items.open(new Item.Sealed(name.id(), name.index(), ItemText.kept(""), ItemText.kept(data))),
                ItemStatus.COMPLETED);
    }

    private void call(String id, String name, @Nullable RelayedItem source) {
        for (RelayedItem item : items.fresh()) {
            if (item.isCall(id)) {
                turnTo(item, source);
                return;
            }
        }
        if (source != null && source.kind() == Kind.CALL && source.state == State.NEW && source.isCall(id)) {
            turnTo(source, source);
            return;
        }
        leave(source);
        Name made = items.name("fc_");
        make(new Item.Call(made.id(), made.index(), ItemText.kept(""), id, name));
    }

    private void arguments(String fragment) {
        if (voice instanceof Told.Made made && made.item() instanceof Item.Call call) {
            items.grow(call, fragment);
        }
    }

    private void callEnd() {
        if (voice instanceof Told.Made made && made.item() instanceof Item.Call) {
            items.close(made, ItemStatus.COMPLETED);
            voice = null;
        }
    }
}
