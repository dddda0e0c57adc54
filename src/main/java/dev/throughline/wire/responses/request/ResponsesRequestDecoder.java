package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes a request. The answer always ends with usage, so `includeUsage` is always true.
public final class ResponsesRequestDecoder {
    private static final String INPUT = "input";
    private static final String INSTRUCTIONS = "instructions";

    private ResponsesRequestDecoder() {}

    public static Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        FieldReader fields = FieldReader.of(body);
        Optional<String> previous =
                fields.optionalString("previous_response_id").filter(id -> !id.isEmpty());
        return new Conversation(
                Dialect.RESPONSES,
                fields.string("model"),
                messages(fields, known, previous.isPresent()),
                ResponsesTools.decode(fields),
                ResponsesToolChoice.decode(fields),
                fields.flag("stream"),
                true,
                fields.optionalInt("max_output_tokens"),
                previous,
                body);
    }

    private static List<Message> messages(FieldReader fields, KnownHistory known, boolean mayBeEmpty)
            throws WireException {
        List<Message> messages = new ArrayList<>();
        Optional<String> instructions = fields.optionalString(INSTRUCTIONS);
        instructions.ifPresent(text -> messages.add(text(fields.at(INSTRUCTIONS), Role.SYSTEM, text)));
        JsonNode input = fields.object().path(INPUT);
        if (input.isTextual()) {
            messages.add(text(fields.at(INPUT), Role.USER, input.textValue()));
        } else if (input instanceof ArrayNode items) {
            if (items.isEmpty() && !mayBeEmpty) {
                throw WireException.invalid(
                        fields.at(INPUT), "The field /input is empty; at least one item was expected.");
            }
            messages.addAll(known.messages());
            messages.addAll(ResponsesInputDecoder.decode(items, known.elements(), fields.at(INPUT)));
        } else if (!input.isMissingNode() && !input.isNull()) {
            throw FieldReader.wrong(fields.at(INPUT), "a string or an array of items", input);
        } else if (!mayBeEmpty) {
            throw fields.missing(INPUT);
        }
        return messages;
    }

    private static Message text(String path, Role role, String text) {
        return new Message(path, role, List.of(new Part.Text(path, text)));
    }
}
