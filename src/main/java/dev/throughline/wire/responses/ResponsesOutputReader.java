package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decodes the output items of one answer to events, in the order in which they emit them.
///
/// An item is found by its id, otherwise by its position, otherwise it is the last of its type: llama.cpp
/// sends no positions, vLLM not always the same ids. Items may overlap; events of other items wait for the
/// end of an incomplete call, since calls never overlap in the events. Complete bodies follow the same
/// rules.
final class ResponsesOutputReader {
    /// A pending event of an item.
    private sealed interface PendingEvent {
        ResponsesItemReader item();

        record ItemAdded(ResponsesItemReader item) implements PendingEvent {}

        record PartGrew(ResponsesItemReader item, String piece, ResponsesDelta.Kind kind) implements PendingEvent {}

        record PartDone(ResponsesItemReader item, String whole, ResponsesDelta.Kind kind) implements PendingEvent {}

        record ItemDone(ResponsesItemReader item, JsonNode whole) implements PendingEvent {}
    }

    /// Used where no item is meant.
    static final ResponsesItemReader NONE = new ResponsesItemReader.Unread();

    private final ResponsesAnswerEvents events;
    private final List<ResponsesItemReader> items = new ArrayList<>();
    private final Map<String, ResponsesItemReader> byId = new HashMap<>();
    private final Map<Integer, ResponsesItemReader> byPlace = new HashMap<>();
    private ResponsesItemReader active = NONE;
    private ResponsesItemReader item = NONE;
    private List<PendingEvent> held = new ArrayList<>();

    ResponsesOutputReader(ResponsesAnswerEvents events) {
        this.events = events;
    }

    /// The item of the latest frame; one that is not decoded if there was none.
    ResponsesItemReader item() {
        return item;
    }

    /// The item that emits events now.
    ResponsesItemReader active() {
        return active;
    }

    /// Whether a frame was received whose events are still pending.
    boolean isHolding() {
        return !held.isEmpty() || active.isHolding();
    }

    /// `response.output_item.added`.
    void added(JsonNode body) {
        JsonNode whole = body.path("item");
        item = begin(ResponsesItemReader.of(whole, events), whole.path("id").asText(""), place(body));
        take(new PendingEvent.ItemAdded(item));
    }

    /// An event without content, of an item or of none.
    void mentioned(JsonNode body) {
        ResponsesItemReader known = known(body.path("item_id").asText(""), place(body));
        item = known == null ? NONE : known;
    }

    /// A delta of any kind.
    void grew(ResponsesDelta responsesDelta) {
        item = found(responsesDelta.itemId(), responsesDelta.outputIndex(), responsesDelta.kind());
        if (item == active) {
            item.grew(responsesDelta.text(), responsesDelta.kind());
        } else {
            take(new PendingEvent.PartGrew(item, responsesDelta.text(), responsesDelta.kind()));
        }
    }

    /// The end of a part, which repeats its text.
    void partDone(JsonNode body, String field, ResponsesDelta.Kind kind) {
        item = found(body.path("item_id").asText(""), place(body), kind);
        take(new PendingEvent.PartDone(item, body.path(field).asText(""), kind));
    }

    /// `response.output_item.done`.
    void done(JsonNode body) {
        JsonNode whole = body.path("item");
        String id = whole.path("id").asText("");
        ResponsesItemReader like = ResponsesItemReader.of(whole, events);
        ResponsesItemReader known = known(id, place(body));
        if (known != null && known.getClass() == like.getClass()) {
            item = known;
        } else {
            item = begin(like, id, place(body));
        }
        take(new PendingEvent.ItemDone(item, whole));
    }

    /// The answer is complete.
    /// @param output the items as repeated at the end of the answer; used for those types that were not
    ///     received before
    void end(JsonNode output) {
        flush();
        boolean hasReasoning = events.hasReasoning();
        boolean hasText = events.hasText();
        boolean hasCalls = events.hasCalls();
        for (JsonNode whole : output) {
            ResponsesItemReader last = ResponsesItemReader.of(whole, events);
            boolean isKnown = switch (last) {
                case ResponsesReasoningReader _ -> hasReasoning;
                case ResponsesTextReader _ -> hasText;
                case ResponsesCallReader _ -> hasCalls;
                case ResponsesItemReader.Unread _ -> true;
            };
            if (!isKnown) {
                last.done(whole);
            }
        }
    }

    private void flush() {
        do {
            active.left();
            active = NONE;
        } while (release());
    }

    private void take(PendingEvent event) {
        if (event.item() != active && !held.isEmpty() && !active.isExclusive()) {
            release();
        }
        if (event.item() != active) {
            if (active.isExclusive()) {
                held.add(event);
                return;
            }
            active.left();
            active = event.item();
        }
        apply(event);
        if (!held.isEmpty() && !active.isExclusive()) {
            release();
        }
    }

    private static void apply(PendingEvent event) {
        switch (event) {
            case PendingEvent.ItemAdded(ResponsesItemReader item) -> item.opened();
            case PendingEvent.PartGrew(ResponsesItemReader item, String piece, ResponsesDelta.Kind kind) ->
                item.grew(piece, kind);
            case PendingEvent.PartDone(ResponsesItemReader item, String whole, ResponsesDelta.Kind kind) ->
                item.partDone(whole, kind);
            case PendingEvent.ItemDone(ResponsesItemReader item, JsonNode whole) -> item.done(whole);
        }
    }

    /// Emits what had to wait.
    /// @return whether anything had
    private boolean release() {
        List<PendingEvent> waiting = held;
        held = new ArrayList<>();
        waiting.forEach(this::take);
        return !waiting.isEmpty();
    }

    private ResponsesItemReader found(String id, int place, ResponsesDelta.Kind kind) {
        ResponsesItemReader known = known(id, place);
        if (known != null && known.takes(kind)) {
            return known;
        }
        for (ResponsesItemReader last : items.reversed()) {
            if (last.takes(kind)) {
                return last;
            }
        }
        return unannounced(kind, id, place);
    }

    /// An item that was not announced. A call without a name cannot begin: it is decoded at its end.
    private ResponsesItemReader unannounced(ResponsesDelta.Kind kind, String id, int place) {
        return switch (kind) {
            case TEXT -> begin(new ResponsesTextReader(events), id, place);
            case REASONING, SUMMARY -> begin(new ResponsesReasoningReader(id, events), id, place);
            case ARGUMENTS, INPUT -> NONE;
        };
    }

    private @Nullable ResponsesItemReader known(String id, int place) {
        ResponsesItemReader named = id.isEmpty() ? null : byId.get(id);
        return named == null ? byPlace.get(place) : named;
    }

    private ResponsesItemReader begin(ResponsesItemReader begun, String id, int place) {
        items.add(begun);
        if (!id.isEmpty()) {
            byId.put(id, begun);
        }
        if (place >= 0) {
            byPlace.put(place, begun);
        }
        return begun;
    }

    private static int place(JsonNode body) {
        return body.path("output_index").asInt(-1);
    }
}
