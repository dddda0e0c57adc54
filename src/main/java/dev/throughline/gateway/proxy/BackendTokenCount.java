package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.backend.http.BackendBody;
import dev.throughline.backend.http.BackendPath;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.ModelFieldRewrite;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.util.OptionalInt;

/// Asks a backend for a request's token count. Some servers of other dialects also have the Anthropic
/// endpoint (llama.cpp, vLLM); one that does not is not asked again.
record BackendTokenCount(DialectRequest call, HttpBackend backend, byte[] body) {
    private static final BackendPath PATH = BackendPath.of("messages/count_tokens");

    /// The count; empty if the backend has no endpoint or does not respond.
    Uni<OptionalInt> ask() {
        if (!backend.mayCount()) {
            return Uni.createFrom().item(OptionalInt.empty());
        }
        return backend.ask(PATH, BackendRequestHeaders.ofCount(call.request().headers(), backend.settings()), named())
                .map(this::read)
                .onFailure()
                .recoverWithItem(OptionalInt.empty());
    }

    /// The body with the backend's name for the model.
    private byte[] named() {
        return call.route()
                .map(route -> new ModelFieldRewrite(route.model(), false).renamed(body))
                .orElse(body);
    }

    private OptionalInt read(BackendBody answer) {
        if (answer.isGood()) {
            return count(answer.bytes());
        }
        switch (answer.head().status()) {
            case 404, 405, 501 -> backend.cannotCount();
            default -> {}
        }
        return OptionalInt.empty();
    }

    private static OptionalInt count(byte[] body) {
        try {
            JsonNode count = StrictJson.LENIENT.readTree(body).path("input_tokens");
            return count.canConvertToInt() && count.isIntegralNumber() && count.intValue() >= 0
                    ? OptionalInt.of(count.intValue())
                    : OptionalInt.empty();
        } catch (IOException _) {
            return OptionalInt.empty();
        }
    }
}
