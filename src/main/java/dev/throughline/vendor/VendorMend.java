package dev.throughline.vendor;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.EffortInForce;
import dev.throughline.text.Sha256;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Makes a request keep the rules of its vendor, as far as the rule book says how.
///
/// Only rules that are certain are mended. What breaks no rule is not touched, and a request that breaks none is
/// returned as it was.
public final class VendorMend {
    /// Fields that hold the id of a call, in any dialect.
    private static final Set<String> CALL_IDS = Set.of("id", "call_id", "tool_use_id", "tool_call_id");
    /// A mend may break another rule; one that goes round in circles ends here.
    private static final int MOST_ROUNDS = 8;
    /// Budgets, in tokens, up to which an effort is low and medium.
    private static final int LOW = 4_096;

    /// The least budget that a vendor takes, in tokens.
    private static final int LEAST = 1_024;

    private static final int MEDIUM = 12_288;
    private static final int HIGH = 24_576;

    private final Profile profile;
    private final IssuedThoughts issued;
    private final List<Violation> mended = new ArrayList<>();

    private VendorMend(Profile profile, IssuedThoughts issued) {
        this.profile = profile;
        this.issued = issued;
    }

    /// @param body the mended body; the same object if nothing was mended
    /// @param mended what was, in order
    /// @param left refusals that nothing mends
    public record Mended(ObjectNode body, List<Violation> mended, List<Violation> left) {
        public Mended {
            mended = List.copyOf(mended);
            left = List.copyOf(left);
        }
    }

    /// @param request not modified
    public static Mended of(Profile profile, VendorRequest request, IssuedThoughts issued) {
        return new VendorMend(profile, issued).mend(request);
    }

    private Mended mend(VendorRequest request) {
        ObjectNode body = request.body();
        List<Violation> left = List.of();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Violation> refused = VendorLaw.judge(profile, request.withBody(body), issued, Rule::isCertain).stream()
                    .filter(Violation::isRefused)
                    .toList();
            List<Violation> able =
                    refused.stream().filter(VendorMend::isMendable).toList();
            left = refused.stream().filter(violation -> !isMendable(violation)).toList();
            if (able.isEmpty()) {
                return new Mended(body, mended, left);
            }
            body = body == request.body() ? body.deepCopy() : body;
            Rule first = able.getFirst().rule();
            apply(body, able.stream().filter(one -> one.rule().equals(first)).toList());
        }
        return new Mended(body, mended, left);
    }

    private static boolean isMendable(Violation violation) {
        return violation.rule().mends().stream().anyMatch(mend -> switch (mend) {
            case Mend.Refuse _, Mend.Stop _ -> false;
            default -> true;
        });
    }

    /// The last first, so that what is left out moves none of the others.
    private void apply(ObjectNode body, List<Violation> violations) {
        for (Violation violation : violations.reversed()) {
            for (Mend mend : violation.rule().mends()) {
                apply(body, violation, mend);
            }
        }
        mended.addAll(violations);
    }

    private static void apply(ObjectNode body, Violation violation, Mend mend) {
        JsonNode element = body.at(violation.element());
        switch (mend) {
            case Mend.LeaveOut _ -> remove(body, violation.pointer());
            case Mend.LeaveOutElement _ -> removeElement(body, violation.element());
            case Mend.Remove(String at) -> remove(body, "/" + at);
            case Mend.RemoveKey(String key) -> ((ObjectNode) element).remove(key);
            case Mend.Put(String at, JsonNode value, List<String> without) -> {
                boolean isOfBody = violation.element().isEmpty() || !element.isObject();
                ObjectNode holder = isOfBody ? body : (ObjectNode) element;
                put(holder, at, value.deepCopy(), without);
            }
            case Mend.Words(var values) -> {
                String word = values.get(body.at(violation.pointer()).asText());
                if (word == null) {
                    remove(body, violation.pointer());
                } else {
                    holder(body, violation.pointer())
                            .ifPresent(holder -> holder.put(JsonPlaces.name(violation.pointer()), word));
                }
            }
            case Mend.Rename(String to) ->
                holder(body, violation.pointer()).ifPresent(holder -> {
                    JsonNode value = holder.remove(JsonPlaces.name(violation.pointer()));
                    if (!holder.has(to)) {
                        holder.set(to, value);
                    }
                });
            case Mend.Id(String prefix, int length) -> {
                String id = body.at(violation.pointer()).asText();
                rename(body, id, prefix + Sha256.hex(id).substring(0, length));
            }
            case Mend.Effort(JsonNode thinking) -> effort(body, thinking);
            case Mend.Budget _ -> budget(body);
            case Mend.TurnEfforts _ -> turnEfforts(body);
            case Mend.Option(String at, JsonNode value) -> put(body, at, value.deepCopy(), List.of());
            case Mend.Thought(String key) -> {
                JsonNode call = element.at("/tool_calls/0");
                String name = call.at("/function/name").asText("");
                ((ObjectNode) element)
                        .put(key, "I call " + name + " (" + call.path("id").asText("") + ").");
            }
            case Mend.Refuse _, Mend.Stop _ -> {}
        }
    }

    private static void put(ObjectNode holder, String at, JsonNode value, List<String> without) {
        ObjectNode inner = holder;
        String[] steps = at.split("/");
        for (int i = 0; i < steps.length - 1; i++) {
            JsonNode next = inner.path(steps[i]);
            if (next instanceof ArrayNode array) {
                next = array.path(Integer.parseInt(steps[++i]));
            }
            inner = next instanceof ObjectNode object ? object : inner.putObject(steps[i]);
        }
        inner.set(steps[steps.length - 1], value);
        inner.remove(without);
    }

    private static Optional<ObjectNode> holder(ObjectNode body, String pointer) {
        JsonNode holder = body.at(pointer.substring(0, pointer.lastIndexOf('/')));
        return holder instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    private static void remove(ObjectNode body, String pointer) {
        holder(body, pointer).ifPresent(holder -> {
            holder.remove(JsonPlaces.name(pointer));
            if (holder.isEmpty()
                    && pointer.indexOf('/', 1) > 0
                    && pointer.lastIndexOf('/') == pointer.indexOf('/', 1)) {
                body.remove(JsonPlaces.name(pointer.substring(0, pointer.lastIndexOf('/'))));
            }
        });
    }

    private static void removeElement(ObjectNode body, String pointer) {
        String place = pointer;
        while (true) {
            JsonPointer compiled = JsonPointer.compile(place);
            JsonNode holder = body.at(compiled.head());
            if (!(holder instanceof ArrayNode array)) {
                holder(body, place)
                        .ifPresent(object -> object.remove(compiled.last().getMatchingProperty()));
                return;
            }
            array.remove(compiled.last().getMatchingIndex());
            boolean isContent = compiled.head().last() != null
                    && "content".equals(compiled.head().last().getMatchingProperty());
            if (!array.isEmpty() || !isContent) {
                return;
            }
            place = compiled.head().head().toString();
        }
    }

    private static void rename(JsonNode node, String from, String to) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                boolean isId = CALL_IDS.contains(field.getKey())
                        && field.getValue().isTextual()
                        && field.getValue().textValue().equals(from);
                if (isId) {
                    field.setValue(TextNode.valueOf(to));
                } else if (field.getValue().isContainerNode()) {
                    rename(field.getValue(), from, to);
                }
            });
        } else {
            node.forEach(element -> rename(element, from, to));
        }
    }

    private static void effort(ObjectNode body, JsonNode thinking) {
        JsonNode budget = body.at("/thinking/budget_tokens");
        if (budget.isNumber() && !body.at("/output_config/effort").isTextual()) {
            body.withObject("/output_config").put("effort", effort(budget.asInt()));
        }
        body.set("thinking", thinking.deepCopy());
    }

    private static void budget(ObjectNode body) {
        int room = body.path("max_tokens").asInt() - 1;
        if (room < LEAST) {
            body.remove("thinking");
        } else {
            body.withObject("/thinking").put("budget_tokens", room);
        }
    }

    private static void turnEfforts(ObjectNode body) {
        JsonNode effort = EffortInForce.of(body);
        if (effort.isTextual()) {
            body.withObject("/output_config").set("effort", effort);
        }
        for (Iterator<JsonNode> messages = body.path("messages").iterator(); messages.hasNext(); ) {
            JsonNode message = messages.next();
            if (EffortInForce.isAlone(message)) {
                messages.remove();
            } else if (message instanceof ObjectNode object) {
                object.remove("output_config");
            }
        }
    }

    private static String effort(int budget) {
        if (budget <= LOW) {
            return "low";
        }
        if (budget <= MEDIUM) {
            return "medium";
        }
        return budget <= HIGH ? "high" : "max";
    }
}
