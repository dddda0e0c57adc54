package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendBody;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stub.StubModels;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The models at a default URL with a model map: the names of the map without `*`, and the models that the
/// backends list. A backend that does not respond adds nothing.
record MappedModelList(DialectRequest dialectRequest, Backends backends) {
    /// Answers `GET v1/models`.
    void answerList() {
        dialectRequest.then(lists(), this::give);
    }

    /// Answers `GET v1/models/{id}`: a name in the map by itself, any other as without a map.
    void answerOne(String id) {
        Optional<HttpBackend> standard = backends.standard().flatMap(backends::find);
        if (backends.models().route(id).isPresent() || standard.isEmpty()) {
            dialectRequest.json(200, StubModels.one(dialectRequest.codec(), id));
        } else {
            new BackendModelList(dialectRequest, standard.get()).answer(Optional.of(id));
        }
    }

    private Uni<List<Optional<Listed>>> lists() {
        List<Uni<Optional<Listed>>> asked = Stream.concat(
                        backends.models().backends().stream(), backends.standard().stream())
                .distinct()
                .flatMap(name -> backends.find(name).stream())
                .map(this::list)
                .toList();
        return Uni.join().all(asked).andCollectFailures();
    }

    /// The models listed by a backend.
    /// @param isSame whether it is in the form of the client's dialect
    private record Listed(JsonNode data, boolean isSame) {}

    private Uni<Optional<Listed>> list(HttpBackend backend) {
        var list = new BackendModelList(dialectRequest, backend);
        return list.asked()
                .map(body -> data(body).map(data -> new Listed(data, list.isSame())))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static Optional<JsonNode> data(BackendBody body) {
        return body.isGood() ? StrictJson.object(body.bytes()).map(list -> list.path("data")) : Optional.empty();
    }

    private void give(List<Optional<Listed>> lists) {
        ObjectNode answer = StrictJson.object(
                        dialectRequest.codec().models(backends.models().aliases()))
                .orElseThrow();
        ArrayNode data = answer.withArray("data");
        Set<String> names = new HashSet<>(backends.models().aliases());
        // A model that several backends list is shown as received from one that speaks the client's
        // dialect.
        lists.stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(listed -> !listed.isSame()))
                .forEach(listed -> listed.data().forEach(model -> {
                    if (names.add(model.path("id").asText())) {
                        data.add(listed.isSame() ? model : own(model.path("id").asText()));
                    }
                }));
        if (backends.standard().isEmpty()) {
            // Names that are not in the map are answered by the stub.
            StrictJson.object(StubModels.all(dialectRequest.codec()))
                    .orElseThrow()
                    .path("data")
                    .forEach(model -> {
                        if (names.add(model.path("id").asText())) {
                            data.add(model);
                        }
                    });
        }
        if (answer.has("last_id") && !data.isEmpty()) {
            answer.set("first_id", data.get(0).path("id"));
            answer.set("last_id", data.get(data.size() - 1).path("id"));
        }
        dialectRequest.json(200, StrictJson.write(answer));
    }

    private JsonNode own(String id) {
        return StrictJson.object(dialectRequest.codec().models(List.of(id)))
                .orElseThrow()
                .path("data")
                .path(0);
    }
}
