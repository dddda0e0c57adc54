package dev.throughline.gateway.proxy;

import dev.throughline.backend.http.BackendPath;
import dev.throughline.backend.http.BackendRequest;
import dev.throughline.backend.http.BackendSink;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.http.HttpReply;
import dev.throughline.backend.http.Secrets;
import dev.throughline.backend.settings.BackendKind;
import dev.throughline.backend.settings.ModelRoute;
import dev.throughline.conversation.Dialect;
import dev.throughline.filter.AnswerFilter;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.gateway.admission.Admitted;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.admission.Ending;
import dev.throughline.gateway.admission.Refusals;
import dev.throughline.gateway.admission.Starts;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerDetails;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.Answers;
import dev.throughline.gateway.answer.Gate;
import dev.throughline.gateway.answer.ModelName;
import dev.throughline.gateway.answer.Outlet;
import dev.throughline.gateway.answer.ProxiedAnswer;
import dev.throughline.gateway.answer.RelayOutlet;
import dev.throughline.gateway.answer.RewriteOutlet;
import dev.throughline.gateway.answer.SourceOutlet;
import dev.throughline.gateway.answer.ThinkingHeader;
import dev.throughline.run.AskedBackend;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.AnswerItems;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.EditedHistory;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.SignedReasoning;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.RequestRedaction;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.translation.TranslationLoss;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A request that a backend answers: its history judged and repaired, its body adapted, its answer filtered and
/// forwarded.
public final class ProxyExchange {
    private static final String OVERHEAD = "x-throughline-overhead-us";

    private final Admitted exchange;
    private final Call call;
    private final Ending ending;
    private final BlockSigner signer;
    /// What was odd about the request.
    private List<RecordedAnomaly> unresolved = List.of();

    public ProxyExchange(Admitted exchange) {
        this.exchange = exchange;
        this.call = exchange.call();
        this.ending = new Ending(exchange);
        this.signer = new BlockSigner(exchange.run().signatureKey());
    }

    public void begin() {
        String name = exchange.run().settings().backend().orElse("");
        Optional<HttpBackend> backend = exchange.pipeline().backends().find(name);
        call.response().putHeader(Preservation.HEADER, exchange.preservation().header());
        exchange.pipeline()
                .workers()
                .run(call, () -> edited(backend), edited -> record(name, backend, edited), call::broken);
    }

    /// What becomes of the request, and what is recorded of it.
    private record Edited(
            EditedHistory history, List<RecordedAnomaly> unresolved, TranslationLoss loss, ExchangeStart start) {}

    private Edited edited(Optional<HttpBackend> backend) {
        SignedReasoning.Resolution resolved = HistoryEdit.of(exchange, backend, model());
        EditedHistory history = resolved.history();
        TranslationLoss loss = TranslatedLoss.of(exchange, backend);
        return new Edited(
                history,
                UnresolvedSignatures.anomalies(resolved.unresolved(), signer),
                loss,
                Starts.ofProxy(exchange, history.repairs(), loss.dropped(), backend.map(this::asked)));
    }

    private void record(String name, Optional<HttpBackend> backend, Edited edited) {
        unresolved = edited.unresolved();
        TranslatedLoss.report(exchange, edited.loss());
        call.then(exchange.begin(edited.start()), _ -> begun(name, backend, edited.history(), edited.loss()));
    }

    private AskedBackend asked(HttpBackend backend) {
        String state = backend.reasoningStart().of(model()).id();
        return new AskedBackend(backend.name(), model(), state);
    }

    /// The name that the backend knows the model by.
    private String model() {
        return call.route().map(ModelRoute::model).orElse(exchange.request().model());
    }

    private boolean isRenamed() {
        return !model().equals(exchange.request().model());
    }

    private void begun(String name, Optional<HttpBackend> backend, EditedHistory history, TranslationLoss loss) {
        try {
            if (call.isGone()) {
                ending.unanswered(ExchangeOutcome.CLIENT_GONE, 0, "", () -> {});
            } else if (backend.isEmpty()) {
                Failure failure = Refusals.noBackend(name, exchange.pipeline().backends());
                ending.unanswered(
                        ExchangeOutcome.FAILED, failure.status(), failure.message(), () -> call.refuse(failure));
            } else if (loss.refusal().isPresent()) {
                Failure failure = loss.refusal().get();
                ending.unanswered(
                        ExchangeOutcome.FAILED, failure.status(), failure.message(), () -> call.refuse(failure));
            } else {
                write(backend.get(), history);
            }
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    private void defect(Throwable cause) {
        ending.unanswered(ExchangeOutcome.FAILED, 500, "a defect of Throughline", () -> call.broken(cause));
    }

    /// The request for the backend.
    /// @param credentials those in a large body
    private record Outgoing(Optional<AnswerFilter> filter, byte[] body, Optional<List<String>> credentials) {
        Secrets secrets(Map<String, String> headers) {
            return credentials.map(known -> Secrets.of(headers, known)).orElseGet(() -> Secrets.of(headers, body));
        }
    }

    private void write(HttpBackend backend, EditedHistory history) {
        BackendKind.Traits traits = HistoryEdit.traits(exchange, backend);
        int repairs = history.repairs().size();
        exchange.pipeline()
                .workers()
                .run(
                        call,
                        () -> outgoing(backend, history, traits),
                        written -> tryOpen(backend, written, repairs),
                        this::defect);
    }

    private Outgoing outgoing(HttpBackend backend, EditedHistory history, BackendKind.Traits traits) {
        byte[] body = HistoryEdit.body(exchange, history, backend, traits);
        boolean isLarge = exchange.pipeline().workers().isLarge(body.length);
        return new Outgoing(
                Filters.of(exchange, history.request(), backend),
                body,
                isLarge ? Optional.of(RequestRedaction.credentials(body)) : Optional.empty());
    }

    private void tryOpen(HttpBackend backend, Outgoing written, int repairs) {
        try {
            open(backend, written, repairs);
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    private void open(HttpBackend backend, Outgoing written, int repairs) {
        boolean isSame = backend.settings().dialect() == exchange.request().dialect();
        var gate = new Gate();
        Optional<AnswerFilter> filter = written.filter();
        String thinking = call.request().getHeader("x-include-thinking");
        boolean isUntouched = filter.isEmpty() && thinking == null;
        BackendRequest request = request(backend, written, repairs, isSame);
        Optional<SourceOutlet> source =
                isSame ? Optional.of(source(backend.codec(), isUntouched, gate, request.secrets())) : Optional.empty();
        // Nothing of the answer may hold the request, which can be large.
        String model = model();
        boolean isThinkingOff = Filters.isThinkingOff(exchange.request(), model, backend);
        var items = new AnswerItems(exchange.request().dialect(), ReasoningField.REASONING_CONTENT.id());
        var details = new AnswerDetails();
        var findings = new ProxyFindings(
                items, filter, evidence -> learn(backend, model, isThinkingOff, evidence), details, unresolved);
        Outlet outlet = source.<Outlet>map(own -> own).orElseGet(() -> anew(gate));
        Answer answer = Answers.of(exchange, findings, outlet, gate);
        Supplier<String> proofs = proofs();
        var proxied = new ProxiedAnswer(
                call,
                answer,
                Answers.gathered(exchange, answer, gate, AnswerSource.of(isSame, isUntouched), () -> {
                    items.discard();
                    details.discard();
                }),
                filter,
                source,
                backend.codec(),
                details,
                Filters.missingCallIds(exchange),
                isRenamed()
                        ? Optional.of(new ModelName(
                                exchange.request().model(), exchange.request().dialect()))
                        : Optional.empty(),
                isSame ? backend.codec().signing(proofs) : AnswerSigning.NONE,
                next -> ThinkingHeader.filter(thinking, signing(next, isSame && filter.isEmpty(), proofs, details)));
        HttpReply reply = backend.reply(request);
        call.response().putHeader(OVERHEAD, Long.toString(call.sinceBodyMicros()));
        BackendSink sink =
                filter.flatMap(glm -> held(glm, proxied, backend.codec())).orElse(proxied);
        answer.open(() -> reply.open(sink));
    }

    private static Optional<BackendSink> held(AnswerFilter filter, ProxiedAnswer answer, BackendCodec codec) {
        return filter.startDetector()
                .map(detector -> new HeldStart(answer, detector, codec, filter, answer::isTurnEnded));
    }

    /// An answer to a request that switched thinking off shows nothing of where the others have theirs.
    private static void learn(HttpBackend backend, String model, boolean isThinkingOff, ReasoningEvidence evidence) {
        if (evidence == ReasoningEvidence.FIELD || !isThinkingOff) {
            backend.reasoningStart().saw(model, evidence);
        }
    }

    /// Clients of the chat dialect have no use for proofs; what is passed on as it came is signed in its frames.
    private EventSink signing(EventSink next, boolean isAsItCame, Supplier<String> proofs, AnswerDetails details) {
        boolean isChat = exchange.request().dialect() == Dialect.OPENAI_CHAT;
        return isChat || isAsItCame ? next : new ReasoningSigning(proofs, details::areKept, next);
    }

    private Supplier<String> proofs() {
        // The proofs are made as long as the answer lasts, which must not hold the request.
        BlockSigner own = signer;
        String key = call.key();
        int[] count = {0};
        return () -> own.sign(key, count[0]++);
    }

    private BackendRequest request(HttpBackend backend, Outgoing written, int repairs, boolean isSame) {
        boolean isStream = exchange.request().stream();
        Map<String, String> headers =
                ForwardedHeaders.of(call.request().headers(), backend.settings(), isSame, isStream);
        call.watch().asked(backend, headers, repairs, call.sinceBodyMicros());
        return new BackendRequest(
                BackendPath.of(backend.codec().path()), headers, written.body(), isStream, written.secrets(headers));
    }

    /// @param isUntouched whether nothing may change the answer
    private SourceOutlet source(BackendCodec codec, boolean isUntouched, Gate gate, Secrets secrets) {
        if (!exchange.request().stream()) {
            return new RewriteOutlet(call, codec, call.codec().wholeEncoder(head()));
        }
        // Nothing of the answer may hold the request, which can be large.
        DialectCodec client = call.codec();
        AnswerHead head = head();
        return new RelayOutlet(call, relay(codec, isUntouched), () -> client.streamEncoder(head), gate, secrets);
    }

    private StreamRelay relay(BackendCodec codec, boolean isUntouched) {
        if (isUntouched) {
            return new VerbatimRelay(codec.streamDecoder(), call.codec().streamEncoder(head()));
        }
        return codec.relay();
    }

    private Outlet anew(Gate gate) {
        return Answers.outlet(exchange, head(), gate);
    }

    private AnswerHead head() {
        return Answers.head(exchange, ReasoningField.REASONING_CONTENT)
                .withInputEstimate(TokenCount.estimate(exchange.body().length))
                .withTools(ClientTools.of(exchange.request()));
    }
}
