package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendBody;
import dev.throughline.backend.BackendPath;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.gateway.admission.DecodedRequest;
import dev.throughline.gateway.admission.DialectCodecs;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.ExchangeStartFactory;
import dev.throughline.gateway.admission.HeldExpansion;
import dev.throughline.gateway.admission.HeldHistories;
import dev.throughline.gateway.admission.HeldHistory;
import dev.throughline.gateway.admission.KnownRequests;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.Admission;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.sse.ModelFieldRewrite;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `POST v1/messages/count_tokens`: the backend's own count, if it has the endpoint; otherwise an estimate,
/// a quarter of the body's bytes, marked by the header `x-throughline-estimate: true`.
///
/// A thread held by the server is counted as a whole. Recorded as a separate exchange that continues
/// nothing, expects nothing and plants nothing.
public record TokenCountRequest(DialectRequest dialectRequest, Services services, byte[] body, DecodedRequest decoded) {
    private static final int BYTES_PER_TOKEN = 4;
    private static final String ESTIMATE = "x-throughline-estimate";

    /// Begins to answer such requests.
    @Singleton
    public record Services(
            RequestAdmission requestAdmission,
            KnownRequests knownRequests,
            RequestWorkers workers,
            HeldHistories heldHistories,
            Backends backends,
            ExchangeRecord exchangeRecord) {
        /// Answers a request, or responds with its error.
        public void begin(DialectRequest dialectRequest) {
            requestAdmission.read(
                    dialectRequest,
                    body -> knownRequests.read(
                            dialectRequest,
                            body,
                            false,
                            DialectCodecs.ANTHROPIC::decodeCount,
                            decoded -> requestAdmission.admit(
                                    dialectRequest,
                                    decoded,
                                    new TokenCountRequest(dialectRequest, this, body, decoded)::admitted)));
        }
    }

    /// @param bodyBytes length of a request's body
    static int estimate(int bodyBytes) {
        return Math.max(1, bodyBytes / BYTES_PER_TOKEN);
    }

    private void admitted(Run run, Admission admission) {
        Optional<HttpBackend> backend = run.settings().backend().flatMap(services.backends::find);
        if (backend.isEmpty() || !HeldHistory.isNamedIn(decoded.request())) {
            count(run, admission, backend, decoded.request(), body);
            return;
        }
        HeldHistory history = services.heldHistories.of(dialectRequest, run.id(), DialectCodecs.ANTHROPIC);
        dialectRequest.then(history.expand(decoded.request().body()), expansion -> {
            switch (expansion) {
                case HeldExpansion.Expanded(ObjectNode whole) -> {
                    dialectRequest.requestBytes(history.bytes());
                    expanded(run, admission, backend, whole);
                }
                case HeldExpansion.Unknown(Failure failure)
                when failure.kind() == FailureKind.NOT_FOUND
                        && backend.get().settings().dialect() == Dialect.ANTHROPIC ->
                    count(run, admission, backend, decoded.request(), body);
                case HeldExpansion.Unknown(Failure failure) -> refuse(run, admission, failure);
            }
        });
    }

    private void expanded(Run run, Admission admission, Optional<HttpBackend> backend, ObjectNode whole) {
        services.workers.run(
                dialectRequest,
                () -> new Whole(DialectCodecs.ANTHROPIC.decodeCount(whole, KnownHistory.NONE), StrictJson.write(whole)),
                read -> count(run, admission, backend, read.request(), read.body()),
                cause -> {
                    if (cause instanceof WireException refused) {
                        refuse(run, admission, refused.failure());
                    } else {
                        dialectRequest.broken(cause);
                    }
                });
    }

    private record Whole(Conversation request, byte[] body) {}

    /// @param whole the request expanded by what it refers to
    /// @param bytes its body
    private void count(Run run, Admission admission, Optional<HttpBackend> backend, Conversation whole, byte[] bytes) {
        Uni<OptionalInt> counted = backend.map(counter -> services.workers.begin(
                        dialectRequest,
                        () -> new BackendTokenCount(dialectRequest, counter, unsigned(whole, bytes, admission)).ask()))
                .orElseGet(() -> Uni.createFrom().item(OptionalInt.empty()));
        dialectRequest.then(
                counted.call(() -> record(run, admission, end(ExchangeOutcome.COMPLETED, 200, Optional.empty()))),
                count -> answer(count, bytes.length));
    }

    /// The body without our proofs, which no backend understands.
    private static byte[] unsigned(Conversation whole, byte[] bytes, Admission admission) {
        EditedHistory resolved = BlockSignatureResolver.resolve(whole, admission.history(), false)
                .history();
        if (resolved.request() == whole) {
            return bytes;
        }
        var asSent =
                new Adaptation(HistoryField.AS_SENT, JsonNodeFactory.instance.objectNode(), false, resolved.changed());
        return StrictJson.write(new AnthropicBackendCodec().adapt(resolved.request(), asSent));
    }

    private void answer(OptionalInt counted, int bytes) {
        if (counted.isEmpty()) {
            dialectRequest.response().putHeader(ESTIMATE, "true");
        }
        dialectRequest.json(200, DialectCodecs.ANTHROPIC.count(counted.orElse(estimate(bytes))));
    }

    private void refuse(Run run, Admission admission, Failure failure) {
        ExchangeEnd end = end(ExchangeOutcome.FAILED, failure.status(), Optional.of(failure.message()));
        dialectRequest.then(record(run, admission, end), _ -> dialectRequest.refuse(failure));
    }

    private Uni<Void> record(Run run, Admission admission, ExchangeEnd end) {
        return services.exchangeRecord
                .begin(dialectRequest, admission.number(), () -> traced(run, admission))
                .chain(() -> services.exchangeRecord.end(
                        new AnswerIdentity(run.id(), admission.number(), dialectRequest.key()), end));
    }

    private ExchangeStart traced(Run run, Admission admission) {
        TraceResult found = decoded.traced(admission.history());
        var traceResult = new TraceResult(ConversationLink.start(), count(found.facts()), List.of());
        return ExchangeStartFactory.ofCount(dialectRequest, run, decoded.known(), traceResult);
    }

    private static RequestFacts count(RequestFacts facts) {
        return new RequestFacts(
                facts.dialect(),
                facts.model(),
                RequestKind.COUNT,
                facts.messages(),
                facts.assistantMessages(),
                facts.userTurns(),
                facts.tools(),
                facts.params(),
                facts.sessionKey(),
                facts.clearThinking(),
                facts.bodyHash(),
                OptionalInt.empty(),
                facts.foreignTokens(),
                Optional.empty(),
                Optional.empty());
    }

    private ExchangeEnd end(ExchangeOutcome outcome, int status, Optional<String> error) {
        return ExchangeEnd.unanswered(outcome, status, dialectRequest.elapsed(), AnswerOutcome.NOTHING, error);
    }

    /// Asks a backend for a request's token count. Some servers of other dialects also have the Anthropic
    /// endpoint (llama.cpp, vLLM); one that does not is not asked again.
    record BackendTokenCount(DialectRequest dialectRequest, HttpBackend backend, byte[] body) {
        private static final BackendPath PATH = BackendPath.of("messages/count_tokens");

        /// The count; empty if the backend has no endpoint or does not respond.
        Uni<OptionalInt> ask() {
            if (!backend.mayCount()) {
                return Uni.createFrom().item(OptionalInt.empty());
            }
            return backend.ask(
                            PATH,
                            BackendRequestHeaders.ofCount(
                                    dialectRequest.request().headers(), backend.settings()),
                            named())
                    .map(this::read)
                    .onFailure()
                    .recoverWithItem(OptionalInt.empty());
        }

        /// The body with the backend's name for the model.
        private byte[] named() {
            return dialectRequest
                    .route()
                    .map(route -> new ModelFieldRewrite(route.model(), false).renamed(body))
                    .orElse(body);
        }

        private OptionalInt read(BackendBody answer) {
            if (answer.isGood()) {
                return count(answer.bytes());
            }
            switch (answer.head().status()) {
                case 404, 405, 501 -> backend.cannotCount();
                default -> {}
            }
            return OptionalInt.empty();
        }

        private static OptionalInt count(byte[] body) {
            try {
                JsonNode count = StrictJson.LENIENT.readTree(body).path("input_tokens");
                return count.canConvertToInt() && count.isIntegralNumber() && count.intValue() >= 0
                        ? OptionalInt.of(count.intValue())
                        : OptionalInt.empty();
            } catch (IOException _) {
                return OptionalInt.empty();
            }
        }
    }
}
