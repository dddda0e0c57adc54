package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.backend.BackendBody;
import dev.throughline.backend.BackendException;
import dev.throughline.backend.BackendPath;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.proxy.BackendRequestHeaders;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The models of a backend: its own list as received, or converted to the client's dialect.
record BackendModelList(DialectRequest dialectRequest, HttpBackend backend) {
    private static final BackendPath LIST = BackendPath.of("models");

    /// Answers `GET v1/models`, or `GET v1/models/{id}`.
    /// @param id decoded and validated; empty for the list
    void answer(Optional<String> id) {
        dialectRequest.then(asked(id.map(LIST::with).orElse(LIST)), this::give, this::failed);
    }

    /// The backend's own list.
    Uni<BackendBody> asked() {
        return asked(LIST);
    }

    private Uni<BackendBody> asked(BackendPath path) {
        return backend.ask(
                path,
                BackendRequestHeaders.of(dialectRequest.request().headers(), backend.settings(), isSame(), false),
                new byte[0]);
    }

    /// Whether it is in the form of the client's dialect: chat and Responses list models alike.
    boolean isSame() {
        return isAnthropic(dialectRequest.codec().dialect())
                == isAnthropic(backend.settings().dialect());
    }

    private void give(BackendBody body) {
        if (!body.isGood()) {
            dialectRequest.refuse(BackendErrors.of(body.head().status(), body.bytes(), Optional.empty()), body.bytes());
        } else if (isSame()) {
            dialectRequest.json(200, body.bytes());
        } else {
            dialectRequest.json(200, dialectRequest.codec().models(names(body.bytes())));
        }
    }

    private static List<String> names(byte[] body) {
        List<String> names = new ArrayList<>();
        try {
            JsonNode tree = StrictJson.LENIENT.readTree(body);
            tree.path("data").forEach(model -> names.add(model.path("id").asText()));
            if (tree.path("id").isTextual()) {
                names.add(tree.path("id").textValue());
            }
        } catch (IOException _) {
            return List.of();
        }
        return names;
    }

    private void failed(Throwable cause) {
        dialectRequest.refuse(
                cause instanceof BackendException known
                        ? known.failure()
                        : Failure.of(FailureKind.BACKEND, "The backend did not name its models."));
    }

    private static boolean isAnthropic(Dialect dialect) {
        return dialect == Dialect.ANTHROPIC;
    }
}
