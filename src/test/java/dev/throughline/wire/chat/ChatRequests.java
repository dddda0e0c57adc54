package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// Requests for tests, written with single quotes where JSON has double ones.
public final class ChatRequests {
    private ChatRequests() {}

    public static ObjectNode json(String text) {
        try {
            return StrictJson.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (WireException e) {
            throw new AssertionError(text, e);
        }
    }

    public static Conversation chat(String body) {
        return decoded(new ChatCodec(), body);
    }

    public static Conversation anthropic(String body) {
        return decoded(new AnthropicCodec(), body);
    }

    public static Conversation responses(String body) {
        return decoded(new ResponsesCodec(), body);
    }

    public static Adaptation history(HistoryField field) {
        return new Adaptation(field, json("{}"), false, Set.of());
    }

    public static Adaptation kwargs(String defaults) {
        return new Adaptation(HistoryField.AS_SENT, json(defaults), false, Set.of());
    }

    public static Adaptation flattening() {
        return new Adaptation(HistoryField.AS_SENT, json("{}"), true, Set.of());
    }

    private static Conversation decoded(DialectCodec codec, String body) {
        try {
            return codec.decode(json(body));
        } catch (WireException e) {
            throw new AssertionError(body, e);
        }
    }
}
