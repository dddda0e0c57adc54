package dev.throughline.harness.recipe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a gateway is started, and from which dialects it leads to which backends.
///
/// A check starts it once, with a backend for each combination that is measured. A combination has the
/// placeholders `route` (the name of that backend), `openai` and `anthropic` (base URLs of its stub) and the
/// `values` of its route. In the recipe's JSON files, in `environment` and in `start`, an element of an array,
/// or a field by its name, that has one of these is written once for each combination.
///
/// @param routes its adapters to backends; of each kind of backend the one without a name is the default
/// @param start the command that runs it in the foreground on 127.0.0.1 and `{{port}}`
/// @param ready the path that answers 200 once it is ready
/// @param base what comes before `/v1` in the paths of its endpoints; absent for nothing
/// @param headers sent with each request; absent for none
/// @param single whether it has one backend only, so that it is started anew for each combination; absent for
///     no
public record GatewaySetup(
        List<Route> routes,
        List<String> start,
        String ready,
        @Nullable String base,
        @Nullable Map<String, String> headers,
        @Nullable Boolean single) {
    /// A way to a kind of backend.
    ///
    /// @param name as a user selects it; absent for the default
    /// @param backend the dialect of the backend
    /// @param clients the dialects of clients that it accepts; absent for all of the recipe
    /// @param values placeholders, as text or as any JSON, which stands for a text that is only the placeholder
    public record Route(
            @Nullable String name,
            String backend,
            @Nullable List<String> clients,
            @Nullable Map<String, JsonNode> values) {
        /// Its name; empty for the default.
        public String label() {
            return Optional.ofNullable(name).orElse("");
        }

        /// Whether it is offered to clients of this dialect.
        public boolean accepts(String client) {
            return clients == null || clients.contains(client);
        }

        /// Its placeholders.
        public Map<String, JsonNode> ownValues() {
            return Optional.ofNullable(values).orElse(Map.of());
        }
    }

    /// Whether it has one backend only.
    public boolean isSingle() {
        return Boolean.TRUE.equals(single);
    }

    /// The headers of each request, with placeholders.
    public Map<String, String> requestHeaders() {
        return Optional.ofNullable(headers).orElse(Map.of());
    }

    /// The path of its endpoints before `/v1`, with placeholders.
    public String basePath() {
        return Optional.ofNullable(base).orElse("");
    }

    static void check(String origin, GatewaySetup setup, List<String> dialects) {
        started(origin + ": gateway", setup.start(), setup.ready());
        if (setup.routes() == null || setup.routes().isEmpty()) {
            throw new RecipeException(origin + ": gateway.routes: at least one is required");
        }
        for (int i = 0; i < setup.routes().size(); i++) {
            Route route = setup.routes().get(i);
            String place = origin + ": gateway.routes[" + i + "]";
            if (route.backend() == null || !RecipeRules.DIALECTS.contains(route.backend())) {
                throw new RecipeException(
                        place + ".backend: " + route.backend() + " is not one of " + RecipeRules.DIALECTS);
            }
            for (String client : Optional.ofNullable(route.clients()).orElse(List.of())) {
                if (!dialects.contains(client)) {
                    throw new RecipeException(
                            place + ".clients: " + client + " is not one of the recipe's dialects, " + dialects);
                }
            }
        }
    }

    /// Validates what a gateway and a model server are started with.
    static void started(String place, @Nullable List<String> start, @Nullable String ready) {
        if (start == null || start.isEmpty()) {
            throw new RecipeException(place + ".start: a command is required");
        }
        if (ready == null || !ready.startsWith("/")) {
            throw new RecipeException(place + ".ready: a path such as /health was expected, found " + ready);
        }
    }
}
