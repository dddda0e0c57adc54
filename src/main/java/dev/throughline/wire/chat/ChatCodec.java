package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;

/// OpenAI Chat Completions. Source: the OpenAI API reference, "Chat", and the reasoning fields of open model servers.
public final class ChatCodec implements DialectCodec {
    @Override
    public Dialect dialect() {
        return Dialect.OPENAI_CHAT;
    }

    @Override
    public Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        return ChatRequestDecoder.decode(body, known);
    }

    @Override
    public StreamEncoder streamEncoder(AnswerHead head) {
        return new ChatStreamEncoder(head, answerId(head.key()));
    }

    @Override
    public WholeEncoder wholeEncoder(AnswerHead head) {
        return new ChatWholeEncoder(head, answerId(head.key()));
    }

    @Override
    public String answerId(String key) {
        return "chatcmpl-" + key;
    }
}
