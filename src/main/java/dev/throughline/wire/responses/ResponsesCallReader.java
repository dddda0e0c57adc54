package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.JsonObjectExtent;
import java.nio.charset.StandardCharsets;

/// Decodes a call. It begins once its name is known, with the item or at the item's end.
///
/// A call of a custom tool has free text where others have arguments: it becomes `{"input": "the text"}`,
/// since arguments are one JSON object everywhere else.
final class ResponsesCallReader implements ResponsesItemReader {
    private enum State {
        UNNAMED,
        OPEN,
        CLOSED
    }

    private final ResponsesAnswerEvents events;
    private final boolean isCustom;
    private final JsonObjectExtent extent = new JsonObjectExtent();
    private final JsonNode item;
    private State state = State.UNNAMED;
    private boolean hasArguments;
    private int index;

    /// @param item the call as it began
    ResponsesCallReader(JsonNode item, boolean isCustom, ResponsesAnswerEvents events) {
        this.item = item;
        this.isCustom = isCustom;
        this.events = events;
    }

    @Override
    public void opened() {
        if (!item.path("name").asText("").isEmpty()) {
            open(item);
        }
    }

    @Override
    public void grew(String piece, ResponsesDelta.Kind kind) {
        if (state == State.OPEN && !piece.isEmpty()) {
            if (isCustom) {
                events.arguments(index, (hasArguments ? "" : "{\"input\":\"") + escaped(piece));
            } else {
                extent.read(piece);
                events.arguments(index, piece);
            }
            hasArguments = true;
        }
    }

    @Override
    public void partDone(String whole, ResponsesDelta.Kind kind) {
        if (!hasArguments) {
            grew(whole, kind);
        }
        if (hasArguments) {
            close(true);
        }
    }

    /// Ends the call: its arguments are complete, or the answer ends here.
    @Override
    public void left() {
        close(false);
    }

    @Override
    public void done(JsonNode whole) {
        if (state == State.UNNAMED) {
            open(whole);
        }
        boolean isWhole = !whole.path("status").asText("").equals("incomplete");
        if (!hasArguments) {
            String arguments = arguments(whole.path(isCustom ? "input" : "arguments"));
            grew(arguments.isEmpty() && isWhole && !isCustom ? "{}" : arguments, ResponsesDelta.Kind.ARGUMENTS);
        }
        close(isWhole);
    }

    @Override
    public boolean isExclusive() {
        return state == State.OPEN && !extent.isWhole();
    }

    @Override
    public boolean takes(ResponsesDelta.Kind kind) {
        return kind == (isCustom ? ResponsesDelta.Kind.INPUT : ResponsesDelta.Kind.ARGUMENTS);
    }

    private void open(JsonNode named) {
        state = State.OPEN;
        String id = named.path("call_id").asText("");
        index = events.call(
                id.isEmpty() ? named.path("id").asText("") : id,
                named.path("name").asText(""));
    }

    /// @param isWhole whether the input of a custom tool is complete; truncated input stays unclosed
    private void close(boolean isWhole) {
        if (state == State.OPEN) {
            state = State.CLOSED;
            if (isCustom && isWhole) {
                events.arguments(index, hasArguments ? "\"}" : "{\"input\":\"\"}");
            }
            events.callEnd(index);
        }
    }

    private static String arguments(JsonNode value) {
        return value.isContainerNode() ? StrictJson.text(value) : value.asText("");
    }

    private static String escaped(String text) {
        String quoted = new String(new FrameBuffer().json(text).take(), StandardCharsets.UTF_8);
        return quoted.substring(1, quoted.length() - 1);
    }
}
