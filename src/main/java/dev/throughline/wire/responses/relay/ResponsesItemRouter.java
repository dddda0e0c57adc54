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
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.relay.ResponsesClientItems.Name;
import dev.throughline.wire.responses.relay.ResponsesClientItems.Told;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Chooses the item in which a client hears what passed the filters: the backend's own where what is said is of its
/// kind and its turn has come, else one that is made.
final class ResponsesItemRouter {
    private final ResponsesClientItems items;
    /// The item that speaks; absent for none.
    private @Nullable Told voice;

    private boolean isFrameUsed;

    ResponsesItemRouter(ResponsesClientItems items) {
        this.items = items;
    }

    /// An item of the backend speaks in frames that go on as they came.
    void heard(ResponsesRelayItem item) {
        if (!(voice instanceof Told.Own(ResponsesRelayItem current)) || current != item) {
            voice = new Told.Own(item);
        }
    }

    boolean isSpeaking(ResponsesRelayItem item) {
        return voice instanceof Told.Own(ResponsesRelayItem current) && current == item;
    }

    /// Has the client hear what passed of a frame.
    /// @return whether that was written by the frame itself
    boolean speak(ResponsesRelayStep responsesRelayStep) {
        isFrameUsed = false;
        List<StreamEvent> events = responsesRelayStep.passed();
        for (int i = 0; i < events.size(); i++) {
            switch (events.get(i)) {
                case TextDelta(String text) -> {
                    var all = new StringBuilder(text);
                    while (i + 1 < events.size() && events.get(i + 1) instanceof TextDelta(String more)) {
                        all.append(more);
                        i++;
                    }
                    say(Kind.TEXT, all.toString(), responsesRelayStep);
                }
                case ReasoningDelta(String text) -> {
                    var all = new StringBuilder(text);
                    while (i + 1 < events.size() && events.get(i + 1) instanceof ReasoningDelta(String more)) {
                        all.append(more);
                        i++;
                    }
                    say(Kind.REASONING, all.toString(), responsesRelayStep);
                }
                case ReasoningSignature(String signature) -> signature(signature, responsesRelayStep.item());
                case RedactedReasoning(String data) -> redacted(data, responsesRelayStep.item());
                case ToolCallStart(int _, String id, String name) -> call(id, name, responsesRelayStep.item());
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
    void interrupt(ResponsesRelayItem item) {
        boolean isInCall = voice instanceof Told.Made made && made.item() instanceof ResponsesOutputItem.Call;
        if (!isInCall) {
            leave(item);
        }
        items.open(item);
    }

    /// Nothing more is said; the item that speaks ends.
    void end(ResponsesItemStatus status) {
        if (voice instanceof Told.Made item) {
            items.close(item, status);
        }
        voice = null;
    }

    private void say(Kind kind, String text, ResponsesRelayStep responsesRelayStep) {
        if (!text.isEmpty()) {
            Told speaker = speaker(kind, responsesRelayStep.item());
            switch (speaker) {
                case Told.Made(ResponsesOutputItem responsesOutputItem, List<ResponsesItemStatus> _) ->
                    items.grow(responsesOutputItem, text);
                case Told.Own(ResponsesRelayItem item) -> own(item, text, responsesRelayStep);
            }
        }
    }

    private void own(ResponsesRelayItem item, String text, ResponsesRelayStep responsesRelayStep) {
        boolean isOfFrame = item == responsesRelayStep.item() && !isFrameUsed;
        if (isOfFrame && responsesRelayStep.seen().role() == ResponsesFrame.Role.GREW) {
            isFrameUsed = true;
            items.settle(item);
            ResponsesDelta responsesDelta = responsesRelayStep.seen().delta().orElseThrow();
            if (text.equals(responsesDelta.text())) {
                items.write(responsesRelayStep.frame(), item);
            } else {
                item.texts.recut();
                items.write(responsesRelayStep.frame(), item, text);
            }
            item.grew(responsesDelta.kind(), responsesDelta.partIndex(), text);
        } else if (isOfFrame && isRepeated(responsesRelayStep, item)) {
            item.grew(item.grown(), responsesRelayStep.seen().part(), text);
        } else {
            items.grow(item, text);
        }
    }

    /// Whether the frame itself tells a text of which no delta came.
    private static boolean isRepeated(ResponsesRelayStep responsesRelayStep, ResponsesRelayItem item) {
        boolean isWhole = responsesRelayStep.seen().role() == ResponsesFrame.Role.DONE
                ? item.texts.joined().isEmpty()
                : responsesRelayStep.seen().tellsWhole()
                        && !item.texts.has(
                                item.grown(), responsesRelayStep.seen().part());
        return isWhole && item.endings.isEmpty();
    }

    private Told speaker(Kind kind, @Nullable ResponsesRelayItem own) {
        Told current = voice;
        boolean isOwn = own != null && own.kind() == kind;
        if (current instanceof Told.Made(ResponsesOutputItem responsesOutputItem, List<ResponsesItemStatus> _)
                && kind(responsesOutputItem) == kind) {
            if (isOwn && own.state == State.NEW) {
                items.discard(own);
            }
            return current;
        }
        if (isOwn && (own.state == State.OPEN || own.state == State.NEW)) {
            return turnTo(own, own);
        }
        if (current instanceof Told.Own(ResponsesRelayItem item) && item.kind() == kind && item.state == State.OPEN) {
            return current;
        }
        for (ResponsesRelayItem item : items.fresh().reversed()) {
            if (item.kind() == kind) {
                return turnTo(item, own);
            }
        }
        leave(own);
        return make(kind == Kind.TEXT ? visible() : reasoning());
    }

    private Told turnTo(ResponsesRelayItem item, @Nullable ResponsesRelayItem source) {
        if (!isSpeaking(item)) {
            leave(source);
            if (item.state == State.NEW) {
                items.open(item);
            }
            voice = new Told.Own(item);
        }
        return new Told.Own(item);
    }

    private Told make(ResponsesOutputItem responsesOutputItem) {
        Told.Made opened = items.open(responsesOutputItem);
        voice = opened;
        return opened;
    }

    /// Another item is to speak.
    /// @param source the item of the frame: if it is the one that speaks, the backend has not ended it
    private void leave(@Nullable ResponsesRelayItem source) {
        switch (voice) {
            case null -> {}
            case Told.Made item -> items.close(item, ResponsesItemStatus.COMPLETED);
            case Told.Own(ResponsesRelayItem item) -> {
                boolean isEnding = !item.endings.isEmpty();
                items.settle(item);
                boolean isText = item.kind() == Kind.TEXT || item.kind() == Kind.REASONING;
                if (isText && item.state == State.OPEN && item == source && !isEnding) {
                    items.close(item, ResponsesItemStatus.COMPLETED);
                }
            }
        }
        voice = null;
    }

    private ResponsesOutputItem visible() {
        Name name = items.name("msg_");
        return new ResponsesOutputItem.Visible(name.id(), name.index(), ResponsesItemText.kept(""));
    }

    private ResponsesOutputItem reasoning() {
        Name name = items.name("rs_");
        return new ResponsesOutputItem.Reasoning(
                name.id(), name.index(), ResponsesItemText.kept(""), ResponsesItemText.kept(""));
    }

    private static Kind kind(ResponsesOutputItem responsesOutputItem) {
        return switch (responsesOutputItem) {
            case ResponsesOutputItem.Reasoning _, ResponsesOutputItem.Sealed _ -> Kind.REASONING;
            case ResponsesOutputItem.Visible _ -> Kind.TEXT;
            case ResponsesOutputItem.Call _, ResponsesOutputItem.Freeform _ -> Kind.CALL;
        };
    }

    /// Of an item of the backend, its own end tells the proof.
    private void signature(String signature, @Nullable ResponsesRelayItem own) {
        boolean isOwn = own != null && own.kind() == Kind.REASONING;
        if (voice instanceof Told.Made made && made.item() instanceof ResponsesOutputItem.Reasoning reasoning) {
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

    private void redacted(String data, @Nullable ResponsesRelayItem own) {
        if (own != null && own.kind() == Kind.REASONING && own.state == State.NEW) {
            turnTo(own, own);
            return;
        }
        unreadable(data, own);
    }

    private void unreadable(String data, @Nullable ResponsesRelayItem source) {
        leave(source);
        Name name = items.name("rs_");
        items.close(
                items.open(new ResponsesOutputItem.Sealed(
                        name.id(), name.index(), ResponsesItemText.kept(""), ResponsesItemText.kept(data))),
                ResponsesItemStatus.COMPLETED);
    }

    private void call(String id, String name, @Nullable ResponsesRelayItem source) {
        for (ResponsesRelayItem item : items.fresh()) {
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
        make(new ResponsesOutputItem.Call(made.id(), made.index(), ResponsesItemText.kept(""), id, name));
    }

    private void arguments(String fragment) {
        if (voice instanceof Told.Made made && made.item() instanceof ResponsesOutputItem.Call call) {
            items.grow(call, fragment);
        }
    }

    private void callEnd() {
        if (voice instanceof Told.Made made && made.item() instanceof ResponsesOutputItem.Call) {
            items.close(made, ResponsesItemStatus.COMPLETED);
            voice = null;
        }
    }
}
