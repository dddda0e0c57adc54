package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.RunId;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.RecordedPrompts;
import dev.throughline.run.prompt.RecordedRequest;
import dev.throughline.run.prompt.RecordedRequest.Carried;
import dev.throughline.run.training.BranchReader.BranchEnd;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The whole context of a request. If it continues an answer held by the server (`previous_response_id`),
/// its own content follows the history and the answer of the previous request. Instructions and tools are
/// those of the last request, since they are never inherited. Source: OpenAI API reference, "Create a model
/// response", `instructions` and `previous_response_id`.
record BranchHistory(
        BranchReader branches, ExchangeStore exchangeStore, RunId run, RequestTree tree, RecordedPrompts prompts) {
    /// A request that continues a held answer, and the exchange of that answer.
    private record Continuation(ObjectNode context, int previous) {}

    /// @throws OmittedSampleException if the request or one that it continues cannot be read
    ObjectNode context(BranchEnd end) throws OmittedSampleException {
        Deque<Continuation> later = new ArrayDeque<>();
        BranchEnd at = end;
        Carried carried = read(at);
        while (carried.continuesHeld()) {
            int previous = tree.parent(at.number());
            later.push(new Continuation(carried.request().input().context(), previous));
            at = TrainingExport.await(branches.ends(run, List.of(previous))).stream()
                    .findFirst()
                    .orElseThrow(() -> new OmittedSampleException(OmissionReason.HELD_HISTORY));
            carried = read(at);
        }
        ObjectNode context = carried.request().input().context();
        for (Continuation next : later) {
            context = continued(context, next);
        }
        return context;
    }

    private Carried read(BranchEnd end) throws OmittedSampleException {
        byte[] body = end.body().orElseThrow(() -> new OmittedSampleException(OmissionReason.REMOVED));
        try {
            return RecordedRequest.carried(end.facts().dialect(), body, prompts.form(end.backend()));
        } catch (WireException _) {
            throw new OmittedSampleException(OmissionReason.UNREADABLE);
        }
    }

    private ObjectNode continued(ObjectNode before, Continuation next) throws OmittedSampleException {
        List<StreamEvent> events = TrainingExport.await(exchangeStore.answers(run, List.of(next.previous())))
                .getOrDefault(next.previous(), List.of());
        JsonNode added = next.context().path(SampleContext.MESSAGES);
        int instructions = instructions(added);
        ArrayNode messages = StrictJson.MAPPER.createArrayNode();
        addAll(messages, added, 0, instructions);
        JsonNode earlier = before.path(SampleContext.MESSAGES);
        addAll(messages, earlier, instructions(earlier), earlier.size());
        messages.add(ModelAnswer.parsed(ModelAnswer.message(events)));
        addAll(messages, added, instructions, added.size());
        ObjectNode context = next.context().deepCopy();
        context.set(SampleContext.MESSAGES, messages);
        return context;
    }

    private static int instructions(JsonNode messages) {
        return messages.path(0).path("role").asText().equals("system") ? 1 : 0;
    }

    private static void addAll(ArrayNode all, JsonNode messages, int from, int to) {
        for (int index = from; index < to; index++) {
            all.add(messages.path(index));
        }
    }
}
