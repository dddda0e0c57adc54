package dev.throughline.harness.server;

import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.server.GatewayPair.Choice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GatewayPairTest {
    private static final Optional<String> ANY = Optional.empty();
    private static final RecipeCatalog GATEWAYS =
            RecipeCatalog.load(Optional.empty()).of(Recipe.Kind.GATEWAY);

    @Test
    void takesEveryDialectPairEveryFieldStreamedAndWhole() {
        List<GatewayPair> pairs = pairs("litellm-proxy", new Choice(ANY, ANY, ANY, ANY, List.of("tools", "ends")));

        // Three clients: three fields of a chat backend and two other backends, two forms, two scenarios.
        assertThat(pairs).hasSize(3 * (3 + 2) * 2 * 2).doesNotHaveDuplicates();
        assertThat(pairs).extracting(GatewayPair::variant).containsOnly(ANY, Optional.of("whole"));
    }

    @Test
    void probesEachPairInOneFieldAndTheFormThatAProbeIsAbout() {
        List<GatewayPair> pairs = pairs("litellm-proxy", new Choice(ANY, ANY, ANY, ANY, GatewayProbe.names()));

        // Three clients of three backends: four failures each, and markup of the chat backend, streamed and whole.
        assertThat(pairs).hasSize(3 * 3 * 4 + 3 * 2).doesNotHaveDuplicates();
        assertThat(pairs.stream().filter(pair -> pair.scenario().equals("rate-limit")))
                .noneMatch(GatewayPair::isStreamed);
        assertThat(pairs.stream()
                        .filter(pair -> pair.scenario().equals("markup"))
                        .map(pair -> pair.route().backend()))
                .containsOnly("openai-chat");
    }

    @Test
    void takesOnlyWhatIsChosen() {
        Choice choice = new Choice(
                Optional.of("openai-chat"),
                Optional.of("openai-chat"),
                Optional.of("zai"),
                Optional.of("reasoning"),
                List.of("tools"));

        assertThat(pairs("litellm-proxy", choice))
                .extracting(GatewayPair::label)
                .containsExactly(
                        "openai-chat to openai-chat by zai, reasoning, streamed, tools",
                        "openai-chat to openai-chat by zai, reasoning, whole, tools");
        assertThat(pairs("litellm-proxy", choice))
                .extracting(GatewayPair::variant)
                .containsExactly(Optional.of("zai"), Optional.of("zai whole"));
    }

    @Test
    void takesNoPairThatTheGatewayDoesNotOffer() {
        assertThat(pairs(
                        "portkey-gateway",
                        new Choice(
                                Optional.of("anthropic"),
                                Optional.of("openai-chat"),
                                Optional.of(GatewayPair.ALL),
                                ANY,
                                List.of("tools"))))
                .isEmpty();
    }

    private static List<GatewayPair> pairs(String name, Choice choice) {
        Recipe recipe = GATEWAYS.find(name).orElseThrow();
        return GatewayPair.of(recipe, choice);
    }
}
