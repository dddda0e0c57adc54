package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Collects the `reasoning_details` of one answer in the form that its backend expects back: every detail
/// with all of its fields, known or not, in order.
///
/// Fragments of a stream become the detail that an answer in one body would have: adjacent ones of
/// `reasoning.text` and of `reasoning.summary` are joined, unless their `index` or `id` differs or the
/// previous detail is already signed; of the other fields the first value is used, of signatures the last.
/// Details of other types (`reasoning.encrypted`) are not fragmented. Keeps at most `LIMIT` characters;
/// nothing of a longer answer. One instance per answer; not thread-safe.
///
/// Source: OpenRouter, "Reasoning tokens"; OpenRouterTeam/ai-sdk-provider issue 519 (`index` alone does not
/// distinguish details in streams); pydantic/pydantic-ai pull request 7214 (a new `index` begins a new
/// detail).
public final class ReasoningDetails {
    /// Characters kept of one answer.
    public static final int LIMIT = 4 * 1024 * 1024;

    private static final Map<String, String> TEXTS = Map.of("reasoning.text", "text", "reasoning.summary", "summary");
    private static final String SIGNATURE = "signature";
    /// Overhead of a field's name and quotes.
    private static final int PER_FIELD = 16;

    private final List<Detail> details = new ArrayList<>();
    private long characters;

    /// A detail that may still grow.
    /// @param text the name of the field that grows; empty if none does
    private record Detail(ObjectNode fields, String text, StringBuilder value) {
        ObjectNode whole() {
            if (!value.isEmpty()) {
                fields.put(text, value.toString());
            }
            return fields;
        }
    }

    /// The details of a complete answer.
    public static ReasoningDetails of(JsonNode details) {
        var collected = new ReasoningDetails();
        details.forEach(detail -> collected.add(detail, false));
        return collected;
    }

    /// Adds the fragments of a chunk.
    /// @param fragments the array of the chunk
    public void add(JsonNode fragments) {
        fragments.forEach(fragment -> add(fragment, true));
    }

    /// Whether there are details and all of them are kept.
    public boolean isKept() {
        return !details.isEmpty() && characters <= LIMIT;
    }

    /// Characters of the details that are kept, with the overhead of their fields.
    public long characters() {
        return details.isEmpty() ? 0 : characters;
    }

    /// The array as JSON text; empty if there is none or it was too long.
    public Optional<String> json() {
        return json("");
    }

    /// The same without a field.
    Optional<String> json(String omitted) {
        if (!isKept()) {
            return Optional.empty();
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Detail detail : details) {
            ObjectNode fields = all.addObject();
            fields.setAll(detail.whole());
            fields.remove(omitted);
        }
        return Optional.of(StrictJson.text(all));
    }

    /// Discards what was collected, and everything that follows.
    public void discard() {
        characters = LIMIT + 1L;
        details.clear();
    }

    private void add(JsonNode fragment, boolean isPart) {
        if (characters > LIMIT || !(fragment instanceof ObjectNode fields)) {
            return;
        }
        fields.forEach(value -> characters += PER_FIELD + value.asText("").length());
        if (characters > LIMIT) {
            details.clear();
            return;
        }
        String field = TEXTS.getOrDefault(type(fields), "");
        if (isPart && !details.isEmpty() && isMoreOf(details.getLast(), fields, field)) {
            join(details.getLast(), fields);
        } else {
            var text =
                    new StringBuilder(field.isEmpty() ? "" : fields.path(field).asText(""));
            details.add(new Detail(JsonNodeFactory.instance.objectNode().setAll(fields), field, text));
        }
    }

    private static String type(ObjectNode detail) {
        return detail.path("type").asText("reasoning.text");
    }

    private static boolean isMoreOf(Detail before, ObjectNode fragment, String field) {
        boolean isSigned = before.fields().hasNonNull(SIGNATURE)
                && !fragment.path(field).asText("").isEmpty();
        return !field.isEmpty()
                && before.text().equals(field)
                && !isSigned
                && Set.of("index", "id").stream().allMatch(name -> mayBeSame(before.fields(), fragment, name));
    }

    private static boolean mayBeSame(ObjectNode before, ObjectNode fragment, String name) {
        return !before.hasNonNull(name)
                || !fragment.hasNonNull(name)
                || before.get(name).equals(fragment.get(name));
    }

    private static void join(Detail before, ObjectNode fragment) {
        before.value().append(fragment.path(before.text()).asText(""));
        fragment.properties().forEach(field -> {
            boolean isSigning =
                    field.getKey().equals(SIGNATURE) && !field.getValue().isNull();
            if (isSigning || !before.fields().hasNonNull(field.getKey())) {
                before.fields().set(field.getKey(), field.getValue());
            }
        });
    }
}
