package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendSettings;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.trace.EditedHistory;
import dev.throughline.trace.HistoryRepair;
import dev.throughline.trace.HistoryStripping;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A request's history as a backend's settings want it, and the body that is made of it.
final class HistoryEdit {
    private HistoryEdit() {}

    /// What becomes of the reasoning in the history; nothing when there is no backend.
    static EditedHistory of(Admitted exchange, Optional<BackendSettings> settings) {
        Conversation request = exchange.request();
        if (settings.isEmpty()) {
            return asSent(request);
        }
        return switch (settings.get().history()) {
            case AS_SENT -> asSent(request);
            case REPAIR -> HistoryRepair.repair(request, exchange.history());
            case KEEP_LAST -> HistoryStripping.keepLast(request);
            case NONE -> HistoryStripping.none(request);
        };
    }

    private static EditedHistory asSent(Conversation request) {
        return new EditedHistory(request, Set.of(), List.of());
    }

    /// The body for the backend: the very bytes that came where nothing has to change.
    static byte[] body(Admitted exchange, EditedHistory history, HttpBackend backend) {
        BackendCodec codec = backend.codec();
        BackendSettings settings = backend.settings();
        Conversation request = history.request();
        var adaptation = new Adaptation(
                settings.reasoningField(), backend.templateKwargs(), settings.flattenContent(), history.changed());
        if (codec.dialect() != request.dialect()) {
            return JsonBody.write(codec.translate(request, adaptation));
        }
        ObjectNode adapted = codec.adapt(request, adaptation);
        return adapted == exchange.request().body() ? exchange.body() : JsonBody.write(adapted);
    }
}
