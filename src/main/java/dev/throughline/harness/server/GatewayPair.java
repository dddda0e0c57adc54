package dev.throughline.harness.server;

import dev.throughline.harness.recipe.GatewaySetup;
import dev.throughline.harness.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A combination in which a gateway is measured.
///
/// @param client the client's dialect
/// @param route the way to the backend, with its dialect
/// @param field where a chat backend's answers carry reasoning; empty for the other dialects
/// @param isStreamed whether the client asks for streams
/// @param scenario the stub's, or a probe
public record GatewayPair(String client, GatewaySetup.Route route, String field, boolean isStreamed, String scenario) {
    /// Selects all routes.
    public static final String ALL = "all";

    private static final String CHAT = "openai-chat";
    private static final List<String> FIELDS = List.of("reasoning_content", "reasoning", "reasoning_details");

    /// The dialect pairs to measure; empty for all that the gateway offers, on its default routes.
    public record Choice(
            Optional<String> client,
            Optional<String> backend,
            Optional<String> route,
            Optional<String> field,
            List<String> scenarios) {
        private boolean takes(String dialect) {
            return client.filter(wanted -> !wanted.equals(dialect)).isEmpty();
        }

        private boolean takes(GatewaySetup.Route one) {
            return backend.filter(wanted -> !wanted.equals(one.backend())).isEmpty()
                    && route.map(wanted -> wanted.equals(ALL) || wanted.equals(one.label()))
                            .orElse(one.label().isEmpty());
        }
    }

    /// The combinations of a choice, in the recipe's order; empty if the gateway offers none of it.
    public static List<GatewayPair> of(Recipe recipe, Choice choice) {
        List<GatewayPair> pairs = new ArrayList<>();
        for (GatewaySetup.Route route : recipe.gatewaySetup().orElseThrow().routes()) {
            List<String> clients = recipe.dialects().stream()
                    .filter(client -> choice.takes(route) && choice.takes(client) && route.accepts(client))
                    .toList();
            for (String client : clients) {
                for (String field : fields(route, choice)) {
                    for (String scenario : choice.scenarios()) {
                        both(client, route, field, scenario)
                                .filter(pair ->
                                        pair.isMade(fields(route, choice).getFirst()))
                                .forEach(pairs::add);
                    }
                }
            }
        }
        return pairs;
    }

    private static Stream<GatewayPair> both(String client, GatewaySetup.Route route, String field, String scenario) {
        return Stream.of(true, false).map(streamed -> new GatewayPair(client, route, field, streamed, scenario));
    }

    /// Probes are made in one field only.
    private boolean isMade(String firstField) {
        return probe().map(probe -> probe.isMade(route, isStreamed) && field.equals(firstField))
                .orElse(true);
    }

    /// The fault to probe; empty for a conversation.
    Optional<GatewayProbe> probe() {
        return GatewayProbe.named(scenario);
    }

    private static List<String> fields(GatewaySetup.Route route, Choice choice) {
        return route.backend().equals(CHAT) ? choice.field().map(List::of).orElse(FIELDS) : List.of("");
    }

    /// The same client in front of a stub that speaks its dialect.
    GatewayPair direct() {
        var same = new GatewaySetup.Route(null, client, null, null);
        return new GatewayPair(client, same, client.equals(CHAT) ? FIELDS.getFirst() : "", isStreamed, scenario);
    }

    /// How the recorded client differs from a streaming one on the default route; empty for that.
    Optional<String> variant() {
        String variant = (route.label() + (isStreamed ? "" : " whole")).strip();
        return Optional.of(variant).filter(text -> !text.isEmpty());
    }

    /// It in a readable form.
    public String label() {
        return client + " to " + route.backend() + (route.label().isEmpty() ? "" : " by " + route.label())
                + (field.isEmpty() ? "" : ", " + field) + (isStreamed ? ", streamed, " : ", whole, ") + scenario;
    }
}
