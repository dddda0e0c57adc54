package dev.throughline.wire.responses;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes `response.*` events. `sequence_number` is ignored, and so is `[DONE]`, which some servers add.
/// Source: the OpenAI API reference, "Streaming events"; the streams of vLLM and llama.cpp.
final class ResponsesStreamDecoder implements StreamDecoder {
    private static final String DONE = "[DONE]";

    private final ResponsesAnswerEvents events;
    private final ResponsesOutputReader output;
    private final List<StreamEvent> read = new ArrayList<>();
    private final List<ResponsesItemReader> sources = new ArrayList<>();
    private boolean isEnded;
    private int frames;
    private ResponsesFrame responsesFrame = ResponsesFrame.NOTHING;
    private FinishReason reason = FinishReason.STOP;

    public ResponsesStreamDecoder() {
        this(_ -> {});
    }

    /// @param origins receives where the reasoning of the following events is
    public ResponsesStreamDecoder(Consumer<ReasoningDetailsBuilder.Origin> origins) {
        this.events = new ResponsesAnswerEvents(origins);
        this.output = new ResponsesOutputReader(events);
    }

    /// The subject of the latest frame.
    public ResponsesFrame responsesFrame() {
        return responsesFrame;
    }

    /// Whether a frame was decoded whose events are still pending.
    public boolean isHolding() {
        return output.isHolding();
    }

    /// The events of the latest frame.
    public List<StreamEvent> read() {
        return read;
    }

    /// The item of each of these events.
    public List<ResponsesItemReader> sources() {
        return sources;
    }

    /// Why the answer ended.
    public FinishReason reason() {
        return reason;
    }

    @Override
    public void on(SseFrame frame, Consumer<? super StreamEvent> out) {
        responsesFrame = isEnded ? ResponsesFrame.END : ResponsesFrame.NOTHING;
        read.clear();
        sources.clear();
        if (isEnded || frame.isEmpty()) {
            return;
        }
        events.into(event -> {
            read.add(event);
            sources.add(output.active());
            out.accept(event);
        });
        frames++;
        try {
            Optional<ResponsesDelta> delta = ResponsesDelta.read(frame);
            if (delta.isPresent()) {
                output.grew(delta.get());
                responsesFrame = ResponsesFrame.grew(delta.get(), output.item());
            } else {
                event(tree(frame), frame.event(), out);
            }
        } catch (IOException e) {
            if (!frame.text().strip().equals(DONE)) {
                fail(unreadable(e), out);
            }
        }
    }

    @Override
    public void end(Consumer<? super StreamEvent> out) {
        if (!isEnded) {
            fail(
                    Failure.of(
                            FailureKind.BACKEND,
                            "The backend's stream ended after frame " + frames
                                    + "; response.completed, response.incomplete or response.failed was expected."),
                    out);
        }
    }

    private static JsonNode tree(SseFrame frame) throws IOException {
        return StrictJson.LENIENT.readTree(frame.data(), frame.dataFrom(), frame.dataTo() - frame.dataFrom());
    }

    private void event(JsonNode body, String name, Consumer<? super StreamEvent> out) {
        String type = body.path("type").asText(name);
        read(body, type, out);
        responsesFrame = ResponsesFrame.of(type, body, output.item());
    }

    private void read(JsonNode body, String type, Consumer<? super StreamEvent> out) {
        switch (type) {
            case "response.created", "response.in_progress", "response.queued" ->
                events.start(body.path("response").path("model").asText(""));
            case "response.output_item.added" -> output.added(body);
            case "response.output_text.done" -> output.partDone(body, "text", ResponsesDelta.Kind.TEXT);
            case "response.refusal.done" -> output.partDone(body, "refusal", ResponsesDelta.Kind.TEXT);
            case "response.reasoning_text.done" -> output.partDone(body, "text", ResponsesDelta.Kind.REASONING);
            case "response.reasoning_summary_text.done" -> output.partDone(body, "text", ResponsesDelta.Kind.SUMMARY);
            case "response.function_call_arguments.done" ->
                output.partDone(body, "arguments", ResponsesDelta.Kind.ARGUMENTS);
            case "response.custom_tool_call_input.done" -> output.partDone(body, "input", ResponsesDelta.Kind.INPUT);
            case "response.output_item.done" -> output.done(body);
            case "response.completed", "response.incomplete" ->
                finish(body.path("response"), type.endsWith(".completed"));
            case "response.failed", "response.cancelled" -> failed(body, type, out);
            default -> other(body, type, out);
        }
    }

    private void finish(JsonNode response, boolean isComplete) {
        isEnded = true;
        events.start(response.path("model").asText(""));
        output.end(response.path("output"));
        reason = ResponsesAnswerEnd.finished(response, isComplete, events);
    }

    private void failed(JsonNode body, String type, Consumer<? super StreamEvent> out) {
        if (events.isStarted()) {
            ResponsesAnswerEnd.usage(body.path("response"), events);
        }
        fail(ResponsesAnswerEnd.failure(body, type.substring("response.".length())), out);
    }

    private void other(JsonNode body, String type, Consumer<? super StreamEvent> out) {
        output.mentioned(body);
        if (type.equals("error") || BackendErrors.isError(body)) {
            fail(BackendErrors.inStream(body), out);
        } else if (!body.isObject()) {
            fail(unreadable("it is " + body.getNodeType() + ", an object was expected."), out);
        }
    }

    private void fail(Failure failure, Consumer<? super StreamEvent> out) {
        isEnded = true;
        out.accept(failure);
    }

    private Failure unreadable(IOException e) {
        if (!(e instanceof JsonProcessingException json)) {
            return unreadable("it cannot be read.");
        }
        JsonLocation at = json.getLocation();
        String place = at == null ? "." : " at line " + at.getLineNr() + ", column " + at.getColumnNr() + ".";
        return unreadable(json.getOriginalMessage() + place);
    }

    private Failure unreadable(String reason) {
        return Failure.of(
                FailureKind.BACKEND, "Frame " + frames + " of the backend's stream is not a JSON event: " + reason);
    }
}
