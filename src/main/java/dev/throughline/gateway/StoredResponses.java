package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendBody;
import dev.throughline.backend.BackendException;
import dev.throughline.backend.BackendPath;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.HeldHistories;
import dev.throughline.gateway.admission.HeldHistory;
import dev.throughline.gateway.admission.HeldHistory.HeldRefusedException;
import dev.throughline.gateway.proxy.BackendRequestHeaders;
import dev.throughline.run.Run;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// `GET` and `DELETE v1/responses/{id}`, `GET …/input_items` and `POST …/cancel`, answered from the
/// recorded runs. An unknown id may be a backend's own: a backend that speaks the Responses dialect is then
/// asked. Source: the OpenAI API reference, "Get a model response", "Delete a model response", "List input
/// items".
record StoredResponses(DialectRequest dialectRequest, HeldHistories heldHistories, Backends backends, Run run) {
    private static final int DEFAULT_LIMIT = 20;
    private static final int MOST = 100;
    private static final List<String> PAGING = List.of("order", "limit", "after");

    void get(String id) {
        then(history().answer(id), found -> found.ifPresentOrElse(this::give, () -> elsewhere(HttpMethod.GET, id)));
    }

    /// No recorded response runs in the background.
    void cancel(String id) {
        then(history().answer(id), found -> {
            if (found.isPresent()) {
                dialectRequest.refuse(Failure.of(
                        FailureKind.INVALID_REQUEST,
                        "Only background responses can be cancelled; this service has none."));
            } else {
                elsewhere(HttpMethod.POST, path(id).with("cancel"), id);
            }
        });
    }

    void delete(String id) {
        then(history().delete(id), isDeleted -> {
            if (isDeleted) {
                give(object().put("id", id).put("object", "response").put("deleted", true));
            } else {
                elsewhere(HttpMethod.DELETE, id);
            }
        });
    }

    void inputItems(String id) {
        Optional<Failure> wrong = wrongParameter();
        if (wrong.isPresent()) {
            dialectRequest.refuse(wrong.get());
            return;
        }
        then(
                history().input(id),
                found -> found.ifPresentOrElse(
                        items -> give(page(id, items)), () -> elsewhere(HttpMethod.GET, pageOf(id), id)));
    }

    private static BackendPath path(String id) {
        return BackendPath.of("responses").with(id);
    }

    private BackendPath pageOf(String id) {
        BackendPath path = path(id).with("input_items");
        for (String name : PAGING) {
            Optional<String> value = parameter(name);
            path = value.isPresent() ? path.asking(name, value.get()) : path;
        }
        return path;
    }

    private void elsewhere(HttpMethod method, String id) {
        elsewhere(method, path(id), id);
    }

    /// Asks the backend that may have issued the id, if there is one.
    private void elsewhere(HttpMethod method, BackendPath path, String id) {
        Optional<HttpBackend> backend = run.settings()
                .backend()
                .flatMap(backends::find)
                .filter(found -> found.settings().dialect() == Dialect.RESPONSES);
        if (backend.isEmpty()) {
            dialectRequest.refuse(unknown(id));
            return;
        }
        Map<String, String> headers = BackendRequestHeaders.of(
                dialectRequest.request().headers(), backend.get().settings(), true, false);
        dialectRequest.then(
                backend.get().ask(method, path, headers),
                this::forward,
                cause -> dialectRequest.refuse(failure(cause)));
    }

    private void forward(BackendBody answer) {
        if (answer.isGood()) {
            dialectRequest.json(200, answer.bytes());
        } else {
            dialectRequest.refuse(
                    BackendErrors.of(answer.head().status(), answer.bytes(), Optional.empty()), answer.bytes());
        }
    }

    private static Failure failure(Throwable cause) {
        return cause instanceof BackendException known
                ? known.failure()
                : Failure.of(FailureKind.BACKEND, "The backend did not answer the request for its stored response.");
    }

    private HeldHistory history() {
        return heldHistories.of(dialectRequest, run.id(), dialectRequest.codec());
    }

    private <T> void then(Uni<T> read, Consumer<? super T> next) {
        dialectRequest.then(read, next, cause -> {
            if (cause instanceof HeldRefusedException refused) {
                dialectRequest.refuse(refused.failure());
            } else {
                dialectRequest.unavailable(cause);
            }
        });
    }

    private void give(ObjectNode body) {
        dialectRequest.json(200, StrictJson.write(body));
    }

    private Optional<Failure> wrongParameter() {
        String order = parameter("order").orElse("desc");
        if (!order.equals("asc") && !order.equals("desc")) {
            return Optional.of(Failure.of(FailureKind.INVALID_REQUEST, "order must be asc or desc.")
                    .at("order"));
        }
        String limit = parameter("limit").orElse("1");
        boolean isLimit =
                limit.matches("[0-9]{1,3}") && Integer.parseInt(limit) >= 1 && Integer.parseInt(limit) <= MOST;
        boolean isPlace = parameter("after").map(BackendPath::isParameter).orElse(true);
        if (!isPlace) {
            return Optional.of(Failure.of(FailureKind.INVALID_REQUEST, "after must be the id of an item.")
                    .at("after"));
        }
        return isLimit
                ? Optional.empty()
                : Optional.of(Failure.of(FailureKind.INVALID_REQUEST, "limit must be a number from 1 to " + MOST + ".")
                        .at("limit"));
    }

    /// A page of the items, latest first unless requested otherwise.
    private ObjectNode page(String id, ArrayNode items) {
        List<ObjectNode> all = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            all.add(named(items.get(i), HeldHistory.key(id).orElse("") + "_in" + i));
        }
        List<ObjectNode> ordered = parameter("order").orElse("desc").equals("asc") ? all : all.reversed();
        int from = parameter("after").map(after -> behind(ordered, after)).orElse(0);
        int limit = parameter("limit").map(Integer::parseInt).orElse(DEFAULT_LIMIT);
        int to = Math.min(ordered.size(), from + limit);
        ObjectNode page = object().put("object", "list");
        ArrayNode listed = page.putArray("data");
        ordered.subList(from, to).forEach(listed::add);
        page.set("first_id", listed.path(0).path("id"));
        page.set("last_id", listed.path(listed.size() - 1).path("id"));
        if (listed.isEmpty()) {
            page.putNull("first_id").putNull("last_id");
        }
        return page.put("has_more", to < ordered.size());
    }

    private static int behind(List<ObjectNode> items, String id) {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).path("id").asText().equals(id)) {
                return i + 1;
            }
        }
        return items.size();
    }

    /// An item with an id, which clients need not send.
    private static ObjectNode named(JsonNode item, String name) {
        ObjectNode named = object();
        if (item instanceof ObjectNode sent) {
            named.setAll(sent);
        }
        if (!named.path("id").isTextual()) {
            named.put("id", "item_" + name);
        }
        if (!named.has("type")) {
            named.put("type", "message");
        }
        return named;
    }

    private Optional<String> parameter(String name) {
        return Optional.ofNullable(dialectRequest.request().getParam(name));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static Failure unknown(String id) {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "Response with id '" + (id.length() <= 100 ? id : id.substring(0, 100) + "…") + "' not found.");
    }
}
