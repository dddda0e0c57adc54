package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;

/// Anthropic Messages. Source: the Anthropic API reference, "Messages" and "Streaming messages".
public final class AnthropicCodec implements DialectCodec {
    /// Creation time of every model in the list.
    private static final String CREATED = "2025-06-15T00:00:00Z";

    @Override
    public Dialect dialect() {
        return Dialect.ANTHROPIC;
    }

    /// Decodes a request for an answer; `max_tokens` is required.
    @Override
    public Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        Conversation request = AnthropicRequestDecoder.decode(body, known);
        if (request.maxTokens().isEmpty()) {
            throw FieldReader.of(body).missing("max_tokens");
        }
        return request;
    }

    /// Decodes a token counting request; the same, but without `max_tokens`.
    public Conversation decodeCount(ObjectNode body, KnownHistory known) throws WireException {
        return AnthropicRequestDecoder.decode(body, known);
    }

    /// The body of an answer to `count_tokens`.
    public byte[] count(int inputTokens) {
        return new FrameBuffer()
                .raw("{\"input_tokens\":")
                .number(inputTokens)
                .raw("}")
                .take();
    }

    @Override
    public StreamEncoder streamEncoder(AnswerHead head) {
        return new AnthropicStreamEncoder(head, answerId(head.key()));
    }

    @Override
    public WholeEncoder wholeEncoder(AnswerHead head) {
        return new AnthropicWholeEncoder(answerId(head.key()), head.model());
    }

    @Override
    public String answerId(String key) {
        return "msg_" + key;
    }

    @Override
    public byte[] error(Failure failure) {
        var out = new FrameBuffer();
        AnthropicErrors.write(failure, out);
        return out.take();
    }

    @Override
    public boolean isError(ObjectNode body) {
        return body.path("type").asText().equals("error") && body.path("error").isObject();
    }

    /// One page.
    @Override
    public byte[] models(List<String> models) {
        var out = new FrameBuffer().raw("{\"data\":[");
        for (int i = 0; i < models.size(); i++) {
            out.raw(i == 0 ? "" : ",").raw("{\"type\":\"model\",\"id\":").json(models.get(i));
            out.raw(",\"display_name\":").json(models.get(i));
            out.raw(",\"created_at\":").json(CREATED).raw("}");
        }
        out.raw("],\"has_more\":false,\"first_id\":");
        id(models.isEmpty() ? "" : models.getFirst(), out);
        out.raw(",\"last_id\":");
        id(models.isEmpty() ? "" : models.getLast(), out);
        return out.raw("}").take();
    }

    private static void id(String model, FrameBuffer out) {
        if (model.isEmpty()) {
            out.raw("null");
        } else {
            out.json(model);
        }
    }
}
