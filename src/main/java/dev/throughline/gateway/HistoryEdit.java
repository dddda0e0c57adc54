package dev.throughline.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendSettings;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.trace.Repair;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What became of the reasoning in a request's history on its way to the backend.
///
/// @param request the request with the history that the backend gets
/// @param rewritten paths of the messages whose reasoning is not what the client sent
/// @param repairs what was put back
record HistoryEdit(Conversation request, Set<String> rewritten, List<Repair> repairs) {

    /// As the backend's settings ask; nothing when there is no backend.
    static HistoryEdit of(Admitted exchange, Optional<BackendSettings> settings) {
        return asSent(exchange.request());
    }

    private static HistoryEdit asSent(Conversation request) {
        return new HistoryEdit(request, Set.of(), List.of());
    }

    /// The body for the backend: the very bytes that came where nothing has to change.
    byte[] body(Admitted exchange, HttpBackend backend) {
        BackendCodec codec = backend.codec();
        BackendSettings settings = backend.settings();
        var adaptation = new Adaptation(
                settings.reasoningField(), backend.templateKwargs(), settings.flattenContent(), rewritten);
        if (codec.dialect() != request.dialect()) {
            return JsonBody.write(codec.translate(request, adaptation));
        }
        ObjectNode adapted = codec.adapt(request, adaptation);
        return adapted == request.body() ? exchange.body() : JsonBody.write(adapted);
    }
}
