package dev.throughline.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.stub.StubSettings;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.sighting.SightingFactory;
import dev.throughline.wire.ParsedBody;
import dev.throughline.wire.WireException;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Values that the tests of the store write.
public final class StoreSamples {
    public static final Duration LIMIT = Duration.ofSeconds(20);

    private StoreSamples() {}

    public static <T> T await(Uni<T> uni) {
        return uni.await().atMost(LIMIT);
    }

    public static RunSettings settings() {
        return settings(Duration.ofMinutes(30));
    }

    public static RunSettings settings(Duration idleTimeout) {
        return new RunSettings(
                "a label",
                RunMode.STUB,
                Optional.empty(),
                Optional.of(new RunSettings.Client(
                        "opencode",
                        "1.2.3",
                        Optional.of("interleaved"),
                        Optional.of(Dialect.ANTHROPIC),
                        Optional.of("glm-4.7"))),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                500,
                idleTimeout);
    }

    public static HistoryLookupKeys clues(String bodyHash) {
        return HistoryLookupKeys.of(new LookupKeys(Set.of(), Set.of(), Set.of(), Set.of(), bodyHash));
    }

    public static RequestFacts facts(String bodyHash) {
        return new RequestFacts(
                Dialect.ANTHROPIC,
                "stub",
                RequestKind.MAIN,
                3,
                1,
                2,
                4,
                Map.of("/thinking/type", JsonNodeFactory.instance.textNode("en\u0000abled \ud800")),
                Optional.of("session"),
                Optional.of(false),
                bodyHash,
                OptionalInt.of(1),
                List.of(new RequestFacts.ForeignToken("[THINK-OAI-T1-00000000]", "/messages/1", "other")),
                Optional.empty(),
                Optional.empty());
    }

    public static PlantedItem item(int ordinal, String token, Optional<String> callId) {
        return new PlantedItem(
                ordinal,
                callId.isPresent() ? Category.TOOL_ID : Category.THINK,
                token,
                "reasoning \ud83e\udde0 \"quoted\"\n" + token + " \u0000\ud800 ",
                0,
                "reasoning_content",
                callId,
                Optional.of("signature"));
    }

    public static Observation observation(int exchange) {
        return new Observation(
                exchange,
                0,
                Observation.Due.MUST,
                Observation.Scope.WITHIN_TURN,
                new Sighting(
                        true,
                        Sighting.Place.OWN,
                        Sighting.TextMatch.CHANGED,
                        Sighting.SignatureMatch.SAME,
                        true,
                        1,
                        "/messages/1/content",
                        "reasoning_content",
                        Optional.of("byte 3: \u0000 became \udc00, \u0010")));
    }

    public static ExchangeStart start(
            RunId run, ConversationLink conversationLink, String key, List<PlantedItem> items, Observation... seen) {
        return new ExchangeStart(
                run,
                Instant.now().truncatedTo(ChronoUnit.MICROS),
                Dialect.ANTHROPIC,
                "POST",
                "/v1/messages",
                "client/1.0",
                true,
                key,
                ("{\"key\":\"" + key + "\"}").getBytes(StandardCharsets.UTF_8),
                new TraceResult(conversationLink, facts("body-" + key), List.of(seen)),
                items,
                "content-" + key,
                List.of(),
                List.of(),
                Optional.empty(),
                false,
                BodyDigest.NONE);
    }

    public static ExchangeStart withBody(ExchangeStart start, byte[] body) {
        return with(start, start.path(), body, start.tracing(), digest(body));
    }

    public static ExchangeStart withPath(ExchangeStart start, String path) {
        return with(start, path, start.body(), start.tracing(), start.digest());
    }

    public static ExchangeStart traced(ExchangeStart start, TraceResult traced) {
        return with(start, start.path(), start.body(), traced, start.digest());
    }

    private static ExchangeStart with(
            ExchangeStart start, String path, byte[] body, TraceResult tracing, BodyDigest digest) {
        return new ExchangeStart(
                start.run(),
                start.received(),
                start.dialect(),
                start.method(),
                path,
                start.client(),
                start.stream(),
                start.answerKey(),
                body,
                tracing,
                start.items(),
                start.contentHash(),
                start.repairs(),
                start.dropped(),
                start.backend(),
                start.faulty(),
                digest);
    }

    /// As a gateway knows it of a body that it has parsed.
    private static BodyDigest digest(byte[] body) {
        try {
            return ParsedBody.parse(body, "messages", Optional.empty()).digest(BodyDigest.NONE);
        } catch (WireException e) {
            return BodyDigest.NONE;
        }
    }

    /// The observation of an item whose whole answer is absent.
    public static Observation absent(int exchange) {
        Observation there = observation(exchange);
        return new Observation(exchange, 0, there.due(), there.scope(), SightingFactory.absentTurn());
    }

    /// What a score counts of an exchange.
    public static ScoredExchange scored(RecordedExchange exchange) {
        return new ScoredExchange(
                exchange.received(),
                exchange.path(),
                exchange.stream(),
                exchange.faulty(),
                exchange.unrecorded(),
                exchange.trace(),
                exchange.repairs(),
                exchange.anomalies(),
                exchange.end().map(end -> end.timing().total()).orElse(Duration.ZERO));
    }

    /// The end of an answer of which no event is recorded.
    public static ExchangeEnd completed() {
        return completed(0);
    }

    public static ExchangeEnd completed(long tokens) {
        return new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                tokens,
                new Usage(34, 56, 7, 8),
                new ExchangeTiming(
                        Optional.of(Duration.ofNanos(1_100_000)),
                        Optional.of(Duration.ofNanos(1_234_000)),
                        Optional.of(Duration.ofNanos(2_345_000)),
                        Duration.ofMillis(99)),
                AnswerOutcome.NOTHING,
                Optional.empty());
    }
}
