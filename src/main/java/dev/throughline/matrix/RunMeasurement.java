package dev.throughline.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.client.ClientProduct;
import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.rest.SettingName;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.SealedRun;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.verdict.SuiteVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Creates evidence from a sealed run, if it is eligible.
///
/// A run of live traffic has its own scenario and origin, and is eligible if a rule knows its client.
///
/// Not eligible are: runs without a declared client or without a conversation; runs with an injected fault,
/// or with answers of the stub in a form other than the dialect's own, unless there is a gateway in front
/// of the stub; runs that this service interrupted or could not record; and proxy runs in front of the stub
/// of another run, since that run counts.
/// @param throughline the version of this program
public record RunMeasurement(SealedRun sealed, String throughline) {
    /// Scenario of runs answered by a real backend.
    static final String LIVE = "live";

    private static final String GATEWAY = "throughline";
    private static final String UNKNOWN = "unknown";

    public Optional<Measurement> measurement() {
        return settings()
                .client()
                .filter(client -> isEligible())
                .map(client -> new Measurement(vote(client), seconds(), RequestShapes.of(conversations()), how()));
    }

    private boolean isEligible() {
        return settings().client().filter(this::isKnown).isPresent()
                && !conversations().isEmpty()
                && (isProxied() ? settings().stubRun().isEmpty() : isPlain(settings()))
                && sealed.exchanges().stream().noneMatch(RunMeasurement::isSpoilt);
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

    private static boolean isSpoilt(RecordedExchange exchange) {
        return exchange.faulty()
                || exchange.trace().outcome() == ExchangeOutcome.INTERRUPTED
                || exchange.end().filter(ExchangeEnd::lacksRecord).isPresent();
    }

    private Vote vote(RunSettings.Client client) {
        Run run = sealed.run();
        return new Vote(
                run.id().value(),
                isTraffic() ? Origin.TRAFFIC : Origin.HERE,
                key(client),
                run.sealed().orElseGet(run::created),
                sealed.exchanges().size(),
                sealed.verdict().capabilities());
    }

    private CellKey key(RunSettings.Client client) {
        Dialect dialect = most(RequestFacts::dialect);
        return new CellKey(
                Integer.parseInt(SuiteVersion.VERSION.substring(0, SuiteVersion.VERSION.indexOf('.'))),
                isTraffic() ? CellKey.TRAFFIC : isProxied() ? LIVE : scenario(),
                settings().policy(),
                streaming(),
                Optional.of(new Versioned(client.name(), client.version())),
                client.variant().orElse(""),
                String.join(" ", client.packages()),
                reasoningField(dialect),
                client.model().orElseGet(() -> most(RequestFacts::model)),
                gateway(),
                settings().backend().filter(name -> isProxied()).map(name -> new Versioned(name, UNKNOWN)),
                "",
                settings().gateway().flatMap(_ -> client.dialect()).orElse(dialect),
                sealed.backendDialect().orElse(dialect));
    }

    /// Includes the form in which a stub behind a gateway wrote the answers: each form tests the gateway
    /// differently.
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

    private List<RecordedExchange> conversations() {
        return sealed.exchanges().stream()
                .filter(exchange -> exchange.trace().facts().kind() == RequestKind.MAIN)
                .toList();
    }

    /// The value that most conversation requests have; on a tie the first in order.
    private <T extends Comparable<? super T>> T most(Function<RequestFacts, T> of) {
        Map<T, Long> counts = conversations().stream()
                .map(exchange -> of.apply(exchange.trace().facts()))
                .collect(Collectors.groupingBy(value -> value, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<T, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private Streaming streaming() {
        List<Boolean> streamed = conversations().stream()
                .map(RecordedExchange::stream)
                .distinct()
                .toList();
        if (streamed.size() > 1) {
            return Streaming.MIXED;
        }
        return streamed.getFirst() ? Streaming.STREAM : Streaming.WHOLE;
    }

    private double seconds() {
        Instant begun = sealed.exchanges().stream()
                .map(RecordedExchange::received)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant ended = sealed.exchanges().stream()
                .map(RunMeasurement::ended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return Duration.between(begun, ended).toMillis() / 1_000.0;
    }

    private static Instant ended(RecordedExchange exchange) {
        return exchange.received()
                .plus(exchange.end().map(end -> end.timing().total()).orElse(Duration.ZERO));
    }

    private JsonNode how() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("throughline", throughline)
                .put("suite", SuiteVersion.VERSION)
                .put("cacheSuite", SuiteVersion.CACHE_VERSION);
    }
}
