package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Requests and what is asked of their bodies. `'` stands for `"` in JSON.
public final class ResponsesRequestBodies {
    public static final Adaptation NOTHING = adaptation(HistoryField.AS_SENT, "{}", Set.of());

    private ResponsesRequestBodies() {}

    public static Adaptation adaptation(HistoryField history, String kwargs, Set<String> rewritten) {
        return new Adaptation(history, json(kwargs), false, rewritten);
    }

    public static Adaptation defaults(String kwargs) {
        return adaptation(HistoryField.AS_SENT, kwargs, Set.of());
    }

    public static Adaptation rewritten(String... paths) {
        return adaptation(HistoryField.AS_SENT, "{}", Set.of(paths));
    }

    public static ObjectNode json(String text) {
        try {
            return EncodedResponses.json(text.replace('\'', '"'));
        } catch (WireException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /// A Responses request with these items.
    public static Conversation items(String... items) throws WireException {
        return new ResponsesCodec().decode(json("{'model':'m','input':[" + String.join(",", items) + "]}"));
    }

    /// The request with other parts in one message.
    public static Conversation with(Conversation request, int message, Part... parts) {
        List<Message> messages = new ArrayList<>(request.messages());
        Message old = messages.get(message);
        messages.set(message, new Message(old.path(), old.role(), List.of(parts)));
        return request.withMessages(messages);
    }

    /// A request of another dialect with these fields in its body.
    public static Conversation foreign(String body, List<Tool> tools, ToolChoice choice, Message... messages) {
        return new Conversation(
                Dialect.ANTHROPIC,
                "m",
                List.of(messages),
                tools,
                choice,
                true,
                true,
                OptionalInt.of(50),
                Optional.empty(),
                json(body));
    }

    public static ObjectNode translated(String body, Message... messages) {
        Conversation request = foreign(body, List.of(), new ToolChoice.Auto(), messages);
        return new ResponsesBackendCodec().translate(request, NOTHING);
    }

    public static Message message(Role role, Part... parts) {
        return new Message("/messages/0", role, List.of(parts));
    }

    public static Part text(String text) {
        return new Part.Text("/messages/0/content/0/text", text);
    }

    public static Part reasoning(String field, String text) {
        return new Part.Reasoning("/messages/0/" + field, field, text, Optional.empty());
    }

    public static Part.Reasoning restored(String text, String signature) {
        return new Part.Reasoning("", "content", text, Optional.of(signature).filter(proof -> !proof.isEmpty()));
    }

    public static Part.Image image(String url) {
        return new Part.Image(
                "/x", dev.throughline.conversation.ImageSource.of(url), JsonNodeFactory.instance.objectNode());
    }
}
