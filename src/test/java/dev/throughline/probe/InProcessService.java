package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stub.Scenario;
import dev.throughline.stub.StubIssuer;
import dev.throughline.stub.StubPlan;
import dev.throughline.stub.StubPlanner;
import dev.throughline.stub.StubSettings;
import dev.throughline.text.Sha256;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.Rule;
import dev.throughline.verdict.RunEvidence;
import dev.throughline.verdict.RunScorer;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/// One run without server and database: decode, trace, plan, encode, score. The domain alone.
final class InProcessService implements Transport {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] KEY = new byte[32];

    private final StubSettings settings;
    private final ThinkingPolicy thinkingPolicy;
    private final boolean isReal;
    private final Optional<Profile> vendor;
    private final List<TracedExchange> exchanges = new ArrayList<>();
    private ExchangeOutcome outcome = ExchangeOutcome.COMPLETED;

    InProcessService(StubSettings settings, ThinkingPolicy thinkingPolicy) {
        this(settings, thinkingPolicy, false, Optional.empty());
    }

    private InProcessService(
            StubSettings settings, ThinkingPolicy thinkingPolicy, boolean isReal, Optional<Profile> vendor) {
        this.settings = settings;
        this.thinkingPolicy = thinkingPolicy;
        this.isReal = isReal;
        this.vendor = vendor;
    }

    /// A service whose answers are taken for those of a real backend: what must come back is known at their end, as
    /// exact text without trace tokens.
    static InProcessService real(StubSettings settings, ThinkingPolicy thinkingPolicy) {
        return new InProcessService(settings, thinkingPolicy, true, Optional.empty());
    }

    /// A service that answers as a vendor. A request that the vendor refuses, warns of, or loses a part of fails.
    /// @param except rules that may be broken
    static InProcessService vendor(StubSettings settings, Profile vendor, Set<String> except) {
        List<Rule> rules = vendor.rules().stream()
                .filter(rule -> !except.contains(rule.id()))
                .toList();
        return new InProcessService(settings, ThinkingPolicy.PRESERVED, false, Optional.of(with(vendor, rules)));
    }

    private static Profile with(Profile plain, List<Rule> rules) {
        return new Profile(
                plain.id(),
                plain.vendor(),
                plain.kinds(),
                plain.forms(),
                plain.models(),
                plain.isOfModel(),
                plain.hosts(),
                plain.path(),
                plain.thoughts(),
                plain.reads(),
                plain.scope(),
                plain.gives(),
                plain.errors(),
                plain.isRepaired(),
                plain.tests(),
                rules);
    }

    /// The default settings in another scenario.
    static StubSettings settings(String scenario) {
        return settings(scenario, StubSettings.defaults().reasoningField());
    }

    /// @param field where chat answers carry reasoning
    static StubSettings settings(String scenario, ReasoningField field) {
        StubSettings plain = StubSettings.defaults();
        return new StubSettings(
                Scenario.valueOf(scenario.toUpperCase(Locale.ROOT)),
                plain.output(),
                field,
                plain.tokens(),
                plain.pace(),
                plain.redacted(),
                plain.faults(),
                plain.seed(),
                Optional.empty());
    }

    @Override
    public void abort(Wire wire, ObjectNode request) throws IOException {
        outcome = ExchangeOutcome.CLIENT_GONE;
        post(wire, request);
    }

    /// The next answer does not come to its end.
    void failNext() {
        outcome = ExchangeOutcome.FAILED;
    }

    RunVerdict verdict() {
        return RunScorer.score(
                new RunEvidence("paper", thinkingPolicy, exchanges),
                Optional.empty(),
                settings.scenario()::unexercised);
    }

    List<TracedExchange> exchanges() {
        return exchanges;
    }

    @Override
    public JsonNode post(Wire wire, ObjectNode request) throws IOException {
        DialectCodec codec = codec(wire);
        try {
            byte[] body = request.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
            Conversation conversation = codec.decode(StrictJson.parse(body));
            return answer(codec, conversation, Sha256.hex(body));
        } catch (WireException e) {
            throw new IOException(e.failure().toString(), e);
        }
    }

    private JsonNode answer(DialectCodec codec, Conversation request, String hash) throws IOException {
        int number = exchanges.size() + 1;
        String key = "k" + number;
        TraceResult traceResult =
                HistoryTracer.trace(request, hash, Map.of(), new RunHistory(thinkingPolicy, exchanges, Map.of()));
        StubIssuer issuer = vendor.map(profile -> new StubIssuer(KEY, Optional.of(profile), key, Set.of()))
                .orElse(StubIssuer.plain(KEY));
        StubPlan plan = StubPlanner.plan(settings, issuer, number, request, traceResult);
        if (!plan.violations().isEmpty()) {
            throw new IOException(plan.violations().getFirst() + " in " + request.body());
        }
        List<StreamEvent> events = events(plan, outcome == ExchangeOutcome.CLIENT_GONE ? 2 : Integer.MAX_VALUE);
        var produced = new AnswerItemCollector(
                request.dialect(), () -> settings.reasoningField().id());
        events.forEach(produced::on);
        exchanges.add(new TracedExchange(
                number,
                key,
                numbered(traceResult.link(), number),
                traceResult.facts(),
                isReal ? produced.items() : plan.items(),
                traceResult.observations(),
                Optional.of(isReal ? produced.contentHash() : plan.contentHash()),
                outcome,
                Optional.empty()));
        outcome = ExchangeOutcome.COMPLETED;
        var head = new AnswerHead(
                        key,
                        request.model(),
                        Instant.EPOCH,
                        false,
                        settings.reasoningField(),
                        request.previousResponse().orElse(""))
                .withSummaryOnly(issuer.isSummaryOnly());
        return Wire.JSON.readTree(whole(codec.wholeEncoder(head), events));
    }

    private static ConversationLink numbered(ConversationLink conversationLink, int number) {
        return conversationLink.conversation() == 0
                ? new ConversationLink(
                        number, conversationLink.parent(), conversationLink.turn(), conversationLink.step())
                : conversationLink;
    }

    /// @param most events that the client waits for
    private static List<StreamEvent> events(StubPlan plan, int most) {
        List<StreamEvent> events = new ArrayList<>();
        var done = new CompletableFuture<List<StreamEvent>>();
        VERTX.runOnContext(_ -> plan.reply().open(event -> {
            events.add(event);
            if (event instanceof StreamEvent.Finish || events.size() == most) {
                done.complete(List.copyOf(events));
            }
        }));
        return done.join();
    }

    private static byte[] whole(WholeEncoder encoder, List<StreamEvent> events) {
        events.forEach(encoder::on);
        return encoder.body();
    }

    private static DialectCodec codec(Wire wire) {
        return switch (wire) {
            case ChatWire _ -> new ChatCodec();
            case AnthropicWire _ -> new AnthropicCodec();
            case ResponsesWire _ -> new ResponsesCodec();
        };
    }
}
