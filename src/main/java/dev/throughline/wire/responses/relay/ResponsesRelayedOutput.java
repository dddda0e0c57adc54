package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesItemJson;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.relay.ResponsesClientItems.Told;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Puts the items that a client was told of into a response. Those of the backend stay as the response repeats them
/// unless they were changed; items of kinds that are not read stay, too, though they were never told of.
final class ResponsesRelayedOutput {
    private static final Set<String> READ = Set.of("reasoning", "message", "function_call", "custom_tool_call");

    private final ArrayNode came;
    private final List<JsonNode> rest = new ArrayList<>();
    private boolean isChanged;

    private ResponsesRelayedOutput(ArrayNode came) {
        this.came = came;
        came.forEach(rest::add);
    }

    /// @return whether that changed the response
    static boolean impose(List<Told> told, ObjectNode response) {
        if (!(response.path("output") instanceof ArrayNode came)) {
            return false;
        }
        var items = new ResponsesRelayedOutput(came);
        ArrayNode output = items.output(told);
        if (!items.isChanged && output.equals(came)) {
            return false;
        }
        response.set("output", output);
        if (response.path("output_text").isTextual()) {
            response.put("output_text", text(output));
        }
        return true;
    }

    private ArrayNode output(List<Told> told) {
        ArrayNode output = came.arrayNode();
        for (Told one : told) {
            switch (one) {
                case Told.Own(ResponsesRelayItem item) -> output.add(own(item));
                case Told.Made made -> output.add(made(made));
            }
        }
        rest.stream()
                .filter(item -> !READ.contains(item.path("type").asText("")))
                .forEach(output::add);
        return output;
    }

    private JsonNode own(ResponsesRelayItem item) {
        JsonNode repeated = repeated(item);
        ObjectNode done = item.done;
        if (item.isMade && done != null) {
            return done;
        }
        if (repeated instanceof ObjectNode object) {
            isChanged |= item.texts.imposeItem(object);
            return object;
        }
        return done == null ? item.whole(ResponsesItemStatus.INCOMPLETE) : done;
    }

    /// The item as the response has it: by its id, else by its place; servers do not always name the same ids.
    private JsonNode repeated(ResponsesRelayItem item) {
        JsonNode found =
                first(one -> !item.id().isEmpty() && one.path("id").asText("").equals(item.id()));
        if (found == null && item.place() >= 0 && item.place() < came.size()) {
            JsonNode there = came.get(item.place());
            found = first(one -> one == there && item.isAlike(one));
        }
        if (found == null) {
            found = first(item::isAlike);
        }
        return found == null ? came.missingNode() : found;
    }

    private @Nullable JsonNode first(Predicate<JsonNode> which) {
        for (int i = 0; i < rest.size(); i++) {
            if (which.test(rest.get(i))) {
                return rest.remove(i);
            }
        }
        return null;
    }

    private static JsonNode made(Told.Made made) {
        var out = new FrameBuffer();
        ResponsesItemStatus status = made.status().isEmpty()
                ? ResponsesItemStatus.INCOMPLETE
                : made.status().getLast();
        ResponsesItemJson.whole(made.item(), status, out);
        return StrictJson.object(out.take()).orElseThrow();
    }

    /// All visible text.
    static String text(ArrayNode output) {
        var text = new StringBuilder();
        for (JsonNode item : output) {
            if (item.path("type").asText("").equals("message")) {
                text.append(ResponsesPartTexts.joined(item.path("content")));
            }
        }
        return text.toString();
    }
}
