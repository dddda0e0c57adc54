package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Merges filtered events into the elements (output items, content blocks) of an answer received in one
/// body: an element whose events are unchanged stays as received, one with a changed text keeps its other
/// fields, and what became something else gets a new element. Elements without events keep their place;
/// others whose events were all dropped are removed.
public final class ElementRewrite {
    /// The content of an element.
    public enum Kind {
        TEXT,
        REASONING,
        /// Opaque reasoning that only its provider can read.
        SEALED,
        CALL,
        /// Has no events.
        SILENT
    }

    /// Accesses the elements of a dialect.
    public interface Form {
        Kind kind(JsonNode element);

        /// The text of an element, the id of a call, or the data of opaque reasoning.
        String content(JsonNode element);

        /// The element with another text.
        JsonNode changed(ObjectNode element, String text);

        /// A new element; empty if the dialect has none for this part.
        Optional<JsonNode> made(AnswerElement answerElement);
    }

    private final ArrayNode original;
    private final Form form;
    private final ArrayNode result;
    private final Map<Kind, Map<String, Deque<Integer>>> places = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> remaining = new EnumMap<>(Kind.class);
    private int next;
    /// Whether the last element was changed: new elements derive from it, so they directly follow it.
    private boolean isWithin;
    private @Nullable Home home;

    /// The element being written.
    /// @param element the received one; absent for a new one
    private record Home(@Nullable ObjectNode element, AnswerElement piece) {}

    private ElementRewrite(ArrayNode original, Form form) {
        this.original = original;
        this.form = form;
        this.result = original.arrayNode();
    }

    /// The elements for the filtered parts.
    public static ArrayNode of(ArrayNode original, List<StreamEvent> passed, Form form) {
        var rewrite = new ElementRewrite(original, form);
        for (int i = 0; i < original.size(); i++) {
            JsonNode element = original.get(i);
            rewrite.places
                    .computeIfAbsent(form.kind(element), _ -> new HashMap<>())
                    .computeIfAbsent(form.content(element), _ -> new ArrayDeque<>())
                    .add(i);
        }
        List<AnswerElement> pieces = AnswerElement.of(passed);
        pieces.forEach(answerElement -> rewrite.remaining.merge(answerElement.kind(), 1, Integer::sum));
        pieces.forEach(rewrite::put);
        rewrite.end();
        rewrite.skipTo(original.size());
        return rewrite.result;
    }

    private void put(AnswerElement answerElement) {
        remaining.merge(answerElement.kind(), -1, Integer::sum);
        int same = same(answerElement);
        Home open = home;
        if (same >= 0) {
            take(same, answerElement);
        } else if (open != null && open.piece().goesOn(answerElement)) {
            open.piece().add(answerElement);
        } else {
            end();
            int like = like(answerElement.kind());
            if (like >= 0) {
                take(like, answerElement);
            } else {
                home = new Home(null, answerElement);
            }
        }
    }

    private void take(int place, AnswerElement answerElement) {
        end();
        skipTo(place);
        next = place + 1;
        home = new Home((ObjectNode) original.get(place), answerElement);
    }

    /// The element with exactly this content.
    private int same(AnswerElement answerElement) {
        Deque<Integer> found = places.getOrDefault(answerElement.kind(), Map.of())
                .getOrDefault(answerElement.content(), new ArrayDeque<>());
        while (!found.isEmpty() && found.getFirst() < next) {
            found.removeFirst();
        }
        return found.isEmpty() ? -1 : found.getFirst();
    }

    /// The next element of this kind, unless one before it still has content to come.
    private int like(Kind kind) {
        while (!isWithin && next < original.size() && form.kind(original.get(next)) == Kind.SILENT) {
            result.add(original.get(next++));
        }
        if (kind == Kind.CALL || kind == Kind.SEALED) {
            return -1;
        }
        for (int i = next; i < original.size(); i++) {
            Kind there = form.kind(original.get(i));
            if (there == kind) {
                return i;
            }
            if (there != Kind.SILENT && remaining.getOrDefault(there, 0) > 0) {
                return -1;
            }
        }
        return -1;
    }

    /// Skips elements whose events were dropped.
    private void skipTo(int place) {
        for (; next < place; next++) {
            if (form.kind(original.get(next)) == Kind.SILENT) {
                result.add(original.get(next));
            }
        }
    }

    private void end() {
        Home open = home;
        home = null;
        if (open == null) {
            return;
        }
        ObjectNode element = open.element();
        if (element == null) {
            form.made(open.piece()).ifPresent(result::add);
        } else {
            String content = open.piece().content();
            isWithin = !form.content(element).equals(content);
            result.add(isWithin ? form.changed(element, content) : element);
        }
    }
}
