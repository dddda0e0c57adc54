package dev.throughline.wire.responses.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the output items of one answer into events, in the order in which they speak.
///
/// An item is found by its id, else by its place, else it is the last of its kind: llama.cpp sends no places, vLLM not
/// always the same ids. Items may overlap; what others say while a call is not complete waits for its end, since calls
/// never overlap in the events. Whole bodies are read by the same rules.
final class OutputReader {

    /// Something that was said of an item.
    private sealed interface Said {
        ReadItem item();

        record Opened(ReadItem item) implements Said {}

        record Grew(ReadItem item, String piece, Delta.Kind kind) implements Said {}

        record Told(ReadItem item, String whole, Delta.Kind kind) implements Said {}

        record Done(ReadItem item, JsonNode whole) implements Said {}
    }

    /// Stands where no item is meant.
    static final ReadItem NONE = new ReadItem.Unread();

    private final AnswerEvents events;
    private final List<ReadItem> items = new ArrayList<>();
    private final Map<String, ReadItem> byId = new HashMap<>();
    private final Map<Integer, ReadItem> byPlace = new HashMap<>();
    private ReadItem speaker = NONE;
    private ReadItem item = NONE;
    private List<Said> held = new ArrayList<>();

    OutputReader(AnswerEvents events) {
        this.events = events;
    }

    /// The item that was spoken of last; one that is not read when there was none.
    ReadItem item() {
        return item;
    }

    /// Whether something was told of which the events are still to come.
    boolean isHolding() {
        return !held.isEmpty() || speaker.isHolding();
    }

    /// `response.output_item.added`.
    void added(JsonNode body) {
        JsonNode whole = body.path("item");
        item = begin(ReadItem.of(whole, events), whole.path("id").asText(""), place(body));
        take(new Said.Opened(item));
    }

    /// An event that says nothing, of an item or of none.
    void mentioned(JsonNode body) {
        ReadItem known = known(body.path("item_id").asText(""), place(body));
        item = known == null ? NONE : known;
    }

    /// A delta of any kind.
    void grew(Delta delta) {
        item = found(delta.itemId(), delta.outputIndex(), delta.kind());
        if (item == speaker) {
            item.grew(delta.text(), delta.kind());
        } else {
            take(new Said.Grew(item, delta.text(), delta.kind()));
        }
    }

    /// The end of a part, which repeats its text.
    void told(JsonNode body, String field, Delta.Kind kind) {
        item = found(body.path("item_id").asText(""), place(body), kind);
        take(new Said.Told(item, body.path(field).asText(""), kind));
    }

    /// `response.output_item.done`.
    void done(JsonNode body) {
        JsonNode whole = body.path("item");
        String id = whole.path("id").asText("");
        ReadItem like = ReadItem.of(whole, events);
        ReadItem known = known(id, place(body));
        boolean isNew = known == null || known.getClass() != like.getClass();
        item = isNew ? begin(like, id, place(body)) : known;
        if (isNew) {
            take(new Said.Opened(item));
        }
        take(new Said.Done(item, whole));
    }

    /// The answer is complete.
    /// @param output the items as the end of the answer repeats them; taken from here is what kind of them has not
    ///     been heard at all
    void end(JsonNode output) {
        flush();
        boolean hasReasoning = events.hasReasoning();
        boolean hasText = events.hasText();
        boolean hasCalls = events.hasCalls();
        for (JsonNode whole : output) {
            ReadItem last = ReadItem.of(whole, events);
            boolean isHeard = switch (last) {
                case ReadReasoning _ -> hasReasoning;
                case ReadText _ -> hasText;
                case ReadCall _ -> hasCalls;
                case ReadItem.Unread _ -> true;
            };
            if (!isHeard) {
                last.done(whole);
            }
        }
    }

    private void flush() {
        do {
            speaker.left();
            speaker = NONE;
        } while (release());
    }

    private void take(Said said) {
        if (said.item() != speaker) {
            if (!held.isEmpty() && !speaker.isExclusive()) {
                release();
            }
            if (speaker.isExclusive()) {
                held.add(said);
                return;
            }
            speaker.left();
            speaker = said.item();
        }
        speak(said);
        if (!held.isEmpty() && !speaker.isExclusive()) {
            release();
        }
    }

    private static void speak(Said said) {
        switch (said) {
            case Said.Opened(ReadItem item) -> item.opened();
            case Said.Grew(ReadItem item, String piece, Delta.Kind kind) -> item.grew(piece, kind);
            case Said.Told(ReadItem item, String whole, Delta.Kind kind) -> item.told(whole, kind);
            case Said.Done(ReadItem item, JsonNode whole) -> item.done(whole);
        }
    }

    /// Says what had to wait.
    /// @return whether anything had
    private boolean release() {
        List<Said> waiting = held;
        held = new ArrayList<>();
        waiting.forEach(this::take);
        return !waiting.isEmpty();
    }

    private ReadItem found(String id, int place, Delta.Kind kind) {
        ReadItem known = known(id, place);
        if (known != null && known.takes(kind)) {
            return known;
        }
        for (ReadItem last : items.reversed()) {
            if (last.takes(kind)) {
                return last;
            }
        }
        return unannounced(kind, id, place);
    }

    /// An item that was not announced. A call without a name cannot begin: it is read from its end.
    private ReadItem unannounced(Delta.Kind kind, String id, int place) {
        return switch (kind) {
            case TEXT -> begin(new ReadText(events), id, place);
            case REASONING, SUMMARY -> begin(new ReadReasoning(events), id, place);
            case ARGUMENTS, INPUT -> NONE;
        };
    }

    private @Nullable ReadItem known(String id, int place) {
        ReadItem named = id.isEmpty() ? null : byId.get(id);
        return named == null ? byPlace.get(place) : named;
    }

    private ReadItem begin(ReadItem begun, String id, int place) {
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
