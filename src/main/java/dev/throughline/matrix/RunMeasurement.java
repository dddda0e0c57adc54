package dev.throughline.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.client.ClientProduct;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RequestMix;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.ScoredExchange;
import dev.throughline.run.SealedRun;
import dev.throughline.store.StoredText;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.Sighting;
import dev.throughline.verdict.SuiteVersion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Creates evidence from a sealed run, if it is eligible.
///
/// A run of live traffic has its own scenario and origin, and is eligible if a rule knows its client.
///
/// Not eligible are: runs without a declared client or without a conversation; runs with an injected fault,
/// or with answers of the stub in a form other than the dialect's own, unless there is a gateway in front
/// of the stub; runs that this service interrupted or could not record; and proxy runs in front of the stub
/// of another run, since that run counts.
/// @param throughline the version of the program that served it
public record RunMeasurement(SealedRun sealed, String throughline) {
    /// Scenario of runs answered by a real backend.
    static final String LIVE = "live";

    private static final String GATEWAY = "throughline";
    private static final String UNKNOWN = "unknown";

    public Optional<Measurement> measurement() {
        return settings()
                .client()
                .filter(client -> isEligible())
                .map(client -> new Measurement(vote(client), seconds(), RequestShapes.of(mix().first()), how()));
    }

    private boolean isEligible() {
        return settings().client().filter(this::isKnown).isPresent()
                && !mix().first().isEmpty()
                && (isProxied() ? settings().stubRun().isEmpty() : isPlain(settings()))
                && !mix().isSpoilt();
    }

    private boolean isTraffic() {
        return settings().traffic().isPresent();
    }

    /// Live traffic has the client that its requests name, which no rule may know.
    private boolean isKnown(RunSettings.Client client) {
        return !isTraffic()
                || !client.version().isEmpty() && new ClientProduct(client.name(), client.version()).isKnown();
    }

    private static boolean isPlain(RunSettings settings) {
        StubSettings stub = settings.stub();
        return stub.faults().isEmpty()
                && (stub.output() == StubOutputForm.NATIVE || settings.gateway().isPresent());
    }

    private Vote vote(RunSettings.Client client) {
        Run run = sealed.run();
        return new Vote(
                run.id().value(),
                isTraffic() ? Origin.TRAFFIC : Origin.HERE,
                key(client),
                SuiteVersion.minor(SuiteVersion.VERSION),
                run.sealed().orElseGet(run::created),
                sealed.tally().exchanges(),
                sealed.verdict().capabilities());
    }

    private CellKey key(RunSettings.Client client) {
        Dialect dialect = most(mix().dialects());
        return new CellKey(
                Integer.parseInt(SuiteVersion.VERSION.substring(0, SuiteVersion.VERSION.indexOf('.'))),
                isTraffic() ? CellKey.TRAFFIC : isProxied() ? LIVE : scenario(),
                settings().policy(),
                streaming(),
                Optional.of(new Versioned(client.name(), client.version())),
                client.variant().orElse(""),
                String.join(" ", client.packages()),
                reasoningField(dialect),
                client.model().orElseGet(() -> most(mix().models())),
                gateway(),
                settings().backend().filter(name -> isProxied()).map(name -> new Versioned(name, UNKNOWN)),
                "",
                settings().gateway().flatMap(_ -> client.dialect()).orElse(dialect),
                sealed.backendDialect().orElse(dialect),
                isProxied() ? "" : settings().stub().vendor().orElse(""));
    }

    /// Includes the form in which a stub behind a gateway wrote the answers, which tests the gateway differently.
    private String scenario() {
        StubSettings stub = settings().stub();
        String scenario = SettingName.of(stub.scenario());
        return stub.output() == StubOutputForm.NATIVE ? scenario : scenario + "-" + SettingName.of(stub.output());
    }

    /// Only a chat answer of the stub has more than one place for reasoning.
    private String reasoningField(Dialect dialect) {
        String field = SettingName.of(settings().stub().reasoningField());
        boolean isUsual = field.equals(SettingName.of(StubSettings.defaults().reasoningField()));
        return isProxied() || isUsual || dialect != Dialect.OPENAI_CHAT ? "" : field;
    }

    private Optional<Versioned> gateway() {
        return isProxied()
                ? Optional.of(new Versioned(GATEWAY, throughline))
                : settings().gateway().map(gateway -> new Versioned(gateway.name(), gateway.version()));
    }

    private RunSettings settings() {
        return sealed.run().settings();
    }

    private boolean isProxied() {
        return settings().mode() == RunMode.PROXY;
    }

    private RequestMix mix() {
        return sealed.mix();
    }

    /// The value that most conversation requests have; on a tie the first in order.
    private static <T extends Comparable<? super T>> T most(Map<T, Long> counts) {
        return new TreeMap<>(counts)
                .entrySet().stream()
                        .sorted(Map.Entry.<T, Long>comparingByValue().reversed())
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElseThrow();
    }

    private Streaming streaming() {
        if (mix().streamed().size() > 1) {
            return Streaming.MIXED;
        }
        return mix().streamed().contains(true) ? Streaming.STREAM : Streaming.WHOLE;
    }

    private double seconds() {
        return mix().duration().toMillis() / 1_000.0;
    }

    private JsonNode how() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("throughline", throughline)
                .put("suite", SuiteVersion.VERSION)
                .put("cacheSuite", SuiteVersion.CACHE_VERSION);
    }

    /// Describes the structure of requests without any of their text: one object per request.
    ///
    /// ```
    /// {"path", "stream", "messages", "assistant", "turns", "tools", "params": [pointer],
    ///  "reasoning": [{"exchange", "path", "field", "place"}]}
    /// ```
    ///
    /// `reasoning` says where the reasoning of earlier answers was found, or that it was not found.
    private static final class RequestShapes {
        private static final int MOST = 50;
        private static final int LONGEST = 200;

        private final Map<Integer, List<PlantedItem>> planted = new HashMap<>();

        private RequestShapes(List<ScoredExchange> exchanges) {
            exchanges.forEach(exchange ->
                    planted.put(exchange.trace().number(), exchange.trace().items()));
        }

        /// The shapes of the first requests.
        static ArrayNode of(List<ScoredExchange> exchanges) {
            var shapes = new RequestShapes(exchanges);
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            exchanges.stream().limit(MOST).map(shapes::shape).forEach(all::add);
            return all;
        }

        private ObjectNode shape(ScoredExchange exchange) {
            RequestFacts facts = exchange.trace().facts();
            ObjectNode shape = JsonNodeFactory.instance
                    .objectNode()
                    .put("path", written(exchange.path()))
                    .put("stream", exchange.stream())
                    .put("messages", facts.messages())
                    .put("assistant", facts.assistantMessages())
                    .put("turns", facts.userTurns())
                    .put("tools", facts.tools());
            ArrayNode params = shape.putArray("params");
            facts.params().keySet().stream()
                    .sorted()
                    .map(RequestShapes::written)
                    .forEach(params::add);
            ArrayNode reasoning = shape.putArray("reasoning");
            exchange.trace().observations().stream()
                    .filter(this::isReasoning)
                    .limit(MOST)
                    .map(RequestShapes::reasoning)
                    .forEach(reasoning::add);
            return shape;
        }

        private boolean isReasoning(Observation observation) {
            return Optional.ofNullable(planted.get(observation.exchange()))
                    .filter(items -> observation.ordinal() < items.size())
                    .map(items -> items.get(observation.ordinal()).category() == Category.THINK)
                    .orElse(false);
        }

        private static ObjectNode reasoning(Observation observation) {
            Sighting sighting = observation.sighting();
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("exchange", observation.exchange())
                    .put("path", written(sighting.path()))
                    .put("field", written(sighting.field()))
                    .put("place", sighting.place().name());
        }

        private static String written(String name) {
            return StoredText.encode(name.length() > LONGEST ? name.substring(0, LONGEST) : name);
        }
    }
}
