package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes the content blocks of an answer to events, one block open at a time. Blocks of other types
/// (tools that the provider runs, citations) emit no event.
final class AnthropicAnswerBlocks {
    /// The current block.
    private sealed interface Open {
        record Nothing() implements Open {}

        record Ignored() implements Open {}

        record Redacted() implements Open {}

        record Text() implements Open {}

        record Thinking(StringBuilder signature) implements Open {}

        /// @param input initial arguments of the block, for a call without deltas
        record Call(int index, String input) implements Open {}
    }

    private static final Open NOTHING = new Open.Nothing();
    private static final Open IGNORED = new Open.Ignored();
    private static final Open REDACTED = new Open.Redacted();
    private static final Open TEXT = new Open.Text();

    private Open open = NOTHING;
    private int calls;
    /// Whether anything of the open block was emitted beyond its start.
    private boolean hasContent;
    /// Whether the last event was a reasoning block without a signature, so that another one would be
    /// merged with it.
    private boolean isUnsigned;

    int calls() {
        return calls;
    }

    /// The open block.
    AnthropicBlockKind kind() {
        return switch (open) {
            case Open.Nothing _, Open.Ignored _, Open.Redacted _ -> AnthropicBlockKind.NOTHING;
            case Open.Text _ -> AnthropicBlockKind.TEXT;
            case Open.Thinking _ -> AnthropicBlockKind.THINKING;
            case Open.Call _ -> AnthropicBlockKind.CALL;
        };
    }

    /// Whether the open block is of a type that emits no event.
    boolean isForeign() {
        return open instanceof Open.Ignored;
    }

    /// A block begins; in an answer received as a whole this is all of it.
    void start(FieldReader block, Consumer<? super StreamEvent> out) throws WireException {
        stop(out);
        hasContent = false;
        switch (block.string("type")) {
            case "thinking" -> {
                open = new Open.Thinking(
                        new StringBuilder(block.optionalString("signature").orElse("")));
                separate(out);
                emit(block, "thinking", out);
            }
            case "redacted_thinking" -> {
                open = REDACTED;
                isUnsigned = false;
                out.accept(new RedactedReasoning(block.string("data")));
            }
            case "text" -> {
                open = TEXT;
                emit(block, "text", out);
            }
            case "tool_use" -> call(block, out);
            default -> open = IGNORED;
        }
    }

    /// A delta of the open block; a delta of another type of block is an error.
    void delta(FieldReader delta, Consumer<? super StreamEvent> out) throws WireException {
        String type = delta.string("type");
        switch (type) {
            case "thinking_delta" -> more(of(Open.Thinking.class, delta, "thinking"), out);
            case "text_delta" -> more(of(Open.Text.class, delta, "text"), out);
            case "input_json_delta" -> more(of(Open.Call.class, delta, "partial_json"), out);
            case "signature_delta" -> {
                String proof = of(Open.Thinking.class, delta, "signature");
                if (open instanceof Open.Thinking(StringBuilder signature)) {
                    signature.append(proof);
                }
            }
            default -> {}
        }
    }

    private String of(Class<? extends Open> kind, FieldReader delta, String field) throws WireException {
        if (!kind.isInstance(open) && !(open instanceof Open.Ignored)) {
            throw WireException.invalid(
                    delta.at("type"),
                    "The field " + delta.at("type") + " is " + delta.string("type") + ", but the open block is "
                            + open.getClass().getSimpleName() + ".");
        }
        return delta.string(field);
    }

    /// More text of the open block, whatever its type.
    void more(String text, Consumer<? super StreamEvent> out) {
        if (text.isEmpty()) {
            return;
        }
        hasContent = true;
        switch (open) {
            case Open.Nothing _, Open.Ignored _, Open.Redacted _ -> {}
            case Open.Thinking _ -> out.accept(new ReasoningDelta(text));
            case Open.Text _ -> {
                isUnsigned = false;
                out.accept(new TextDelta(text));
            }
            case Open.Call(int index, String _) -> out.accept(new ToolCallArgs(index, text));
        }
    }

    /// Ends the open block, if there is one.
    void stop(Consumer<? super StreamEvent> out) {
        switch (open) {
            case Open.Nothing _, Open.Ignored _, Open.Redacted _, Open.Text _ -> {}
            case Open.Thinking(StringBuilder signature) -> thought(signature.toString(), out);
            case Open.Call(int index, String input) -> {
                if (!hasContent) {
                    out.accept(new ToolCallArgs(index, input));
                }
                out.accept(new ToolCallEnd(index));
            }
        }
        open = NOTHING;
    }

    private void emit(FieldReader block, String field, Consumer<? super StreamEvent> out) throws WireException {
        Optional<String> text = block.optionalString(field);
        if (text.isPresent()) {
            more(text.get(), out);
        }
    }

    private void call(FieldReader block, Consumer<? super StreamEvent> out) throws WireException {
        Optional<FieldReader> input = block.optionalObject("input");
        String arguments = input.isPresent() ? StrictJson.text(input.get().object()) : StrictJson.text(emptyObject());
        var start = new ToolCallStart(calls, block.string("id"), block.string("name"));
        open = new Open.Call(calls, arguments);
        calls++;
        isUnsigned = false;
        out.accept(start);
    }

    private static ObjectNode emptyObject() {
        return StrictJson.MAPPER.createObjectNode();
    }

    /// A signature must follow a block, and a block without a text may have one.
    private void thought(String signature, Consumer<? super StreamEvent> out) {
        if (signature.isEmpty()) {
            isUnsigned = hasContent;
            return;
        }
        if (!hasContent) {
            out.accept(new ReasoningDelta(""));
        }
        isUnsigned = false;
        out.accept(new ReasoningSignature(signature));
    }

    /// Adjacent reasoning is one block unless a signature is between: an empty one keeps two blocks apart.
    private void separate(Consumer<? super StreamEvent> out) {
        if (isUnsigned) {
            isUnsigned = false;
            out.accept(new ReasoningSignature(""));
        }
    }
}
