package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;

/// OpenAI Responses. Source: the OpenAI API reference, "Responses" and "Streaming events".
public final class ResponsesCodec implements DialectCodec {
    @Override
    public Dialect dialect() {
        return Dialect.RESPONSES;
    }

    @Override
    public String historyField() {
        return "input";
    }

    @Override
    public Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        return ResponsesRequestDecoder.decode(body, known);
    }

    @Override
    public StreamEncoder streamEncoder(AnswerHead head) {
        return new ResponsesStreamEncoder(head, answerId(head.key()));
    }

    @Override
    public WholeEncoder wholeEncoder(AnswerHead head) {
        return new ResponsesWholeEncoder(head, answerId(head.key()));
    }

    @Override
    public String answerId(String key) {
        return "resp_" + key;
    }
}
