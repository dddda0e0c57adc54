package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Requests for tests, written with single quotes where JSON has double ones.
public final class AnthropicRequests {
    static final Adaptation NOTHING = new Adaptation(HistoryField.AS_SENT, json("{}"), false, Set.of());
    public static final Adaptation NO_HISTORY = new Adaptation(HistoryField.NONE, json("{}"), false, Set.of());

    private AnthropicRequests() {}

    public static ObjectNode json(String text) {
        try {
            return StrictJson.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (WireException e) {
            throw new AssertionError(text, e);
        }
    }

    /// A chat request with these messages.
    static Conversation chat(String messages) {
        return chatWith(messages, "");
    }

    /// @param fields further fields, each with a comma before it
    static Conversation chatWith(String messages, String fields) {
        return decoded(new ChatCodec(), "{'model':'m','messages':[" + messages + "]" + fields + "}");
    }

    static Conversation responses(String input) {
        return decoded(new ResponsesCodec(), "{'model':'m','input':[" + input + "]}");
    }

    static Conversation responsesWith(String fields) {
        return decoded(new ResponsesCodec(), "{'model':'m','input':'u'" + fields + "}");
    }

    public static Conversation anthropic(String messages) {
        return decoded(new AnthropicCodec(), "{'model':'m','max_tokens':9,'messages':[" + messages + "]}");
    }

    public static Adaptation kwargs(String defaults) {
        return new Adaptation(HistoryField.AS_SENT, json(defaults), false, Set.of());
    }

    public static Adaptation rewritten(String... paths) {
        return new Adaptation(HistoryField.AS_SENT, json("{}"), false, Set.of(paths));
    }

    /// The same request with other parts in one message.
    public static Conversation withParts(Conversation request, String path, List<Part> parts) {
        List<Message> messages = new ArrayList<>(request.messages());
        messages.replaceAll(
                message -> message.path().equals(path) ? new Message(path, message.role(), parts) : message);
        return request.withMessages(messages);
    }

    static ObjectNode translated(Conversation request) {
        return new AnthropicBackendCodec().translate(request, NOTHING);
    }

    private static Conversation decoded(DialectCodec codec, String body) {
        try {
            return codec.decode(json(body));
        } catch (WireException e) {
            throw new AssertionError(body, e);
        }
    }
}
