package dev.throughline.gateway.proxy;

import dev.throughline.backend.BackendPath;
import dev.throughline.backend.BackendRequest;
import dev.throughline.backend.BackendSink;
import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.HttpReply;
import dev.throughline.backend.OutgoingCredentials;
import dev.throughline.backend.settings.HistoryMode;
import dev.throughline.backend.settings.ModelRoute;
import dev.throughline.conversation.Dialect;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.ExchangeStartFactory;
import dev.throughline.gateway.admission.IncludeThinkingHeader;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.gateway.admission.RestoredHistoryCache;
import dev.throughline.gateway.answer.Answer;
import dev.throughline.gateway.answer.AnswerFactory;
import dev.throughline.gateway.answer.AnswerMemoryLimiter;
import dev.throughline.gateway.answer.AnswerOutlet;
import dev.throughline.gateway.answer.AnswerPump;
import dev.throughline.gateway.answer.AnswerReasoningDetails;
import dev.throughline.gateway.answer.AnswerSource;
import dev.throughline.gateway.answer.BackendDecoder;
import dev.throughline.gateway.answer.BackpressureGate;
import dev.throughline.gateway.answer.FilterChain;
import dev.throughline.gateway.answer.ModelNameRewrite;
import dev.throughline.gateway.answer.SameDialect;
import dev.throughline.gateway.answer.WireFaults;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.repair.BlockSignatureResolver;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.trace.repair.Repair;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.ReasoningDetailsBuilder;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.translation.PdfNotes;
import dev.throughline.wire.translation.TranslationLoss;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A request that a backend answers: its history judged and repaired, its body adapted, its answer filtered
/// and forwarded.
public final class ProxyExchange {
    private static final String OVERHEAD = "x-throughline-overhead-us";

    private final ExchangeContext exchange;
    private final RequestAdmission requestAdmission;
    private final DialectRequest dialectRequest;
    private final Backends backends;
    private final RequestWorkers workers;
    private final RestoredHistoryCache restoredHistories;
    private final AnswerFactory answers;
    private final ExchangeRecord exchangeRecord;
    private final BlockSigner signer;
    private List<RecordedAnomaly> unresolved = List.of();
    private final Beginning beginning = new Beginning();
    /// Records the request, once.
    private Uni<Void> recording = Uni.createFrom().voidItem();

    public ProxyExchange(
            ExchangeContext exchange,
            RequestAdmission requestAdmission,
            AnswerFactory answers,
            ExchangeRecord exchangeRecord) {
        this.exchange = exchange;
        this.requestAdmission = requestAdmission;
        this.backends = requestAdmission.backends();
        this.workers = requestAdmission.workers();
        this.restoredHistories = requestAdmission.restoredHistories();
        this.answers = answers;
        this.exchangeRecord = exchangeRecord;
        this.dialectRequest = exchange.dialectRequest();
        this.signer = new BlockSigner(exchange.run().signatureKey());
    }

    public void begin() {
        String name = exchange.run().settings().backend().orElse("");
        Optional<HttpBackend> backend = backends.find(name);
        dialectRequest
                .response()
                .putHeader(Preservation.HEADER, exchange.preservation().header());
        workers.run(
                dialectRequest, () -> edited(backend), edited -> edited(name, backend, edited), dialectRequest::broken);
    }

    /// The edited request and what is recorded about it.
    /// @param written for the backend; empty if it is not asked
    private record Edited(
            EditedHistory history,
            List<RecordedAnomaly> unresolved,
            TranslationLoss loss,
            Optional<Outgoing> written) {}

    private Edited edited(Optional<HttpBackend> backend) {
        BlockSignatureResolver.Resolution resolved =
                OutgoingHistory.of(exchange, backends, restoredHistories, backend, model());
        List<String> pdfs =
                backend.map(found -> FileRules.refused(exchange, found)).orElse(List.of());
        EditedHistory history = pdfs.isEmpty()
                ? resolved.history()
                : resolved.history().withRequest(PdfNotes.of(resolved.history().request()));
        List<String> foreign = backend.map(found -> TranslationLossReport.foreign(exchange, backends, found, history))
                .orElse(List.of());
        TranslationLoss loss =
                TranslationLossReport.of(exchange, backend, model()).and(pdfs).and(foreign);
        Optional<Outgoing> written =
                backend.filter(_ -> loss.refusal().isEmpty()).map(found -> outgoing(found, history));
        TranslationLoss whole = written.map(out -> new TranslationLoss(
                        loss.and(out.vendor().dropped()).dropped(), out.vendor().refusal()))
                .orElse(loss);
        return new Edited(history, ProxyFindings.ofProofs(resolved.unresolved(), signer), whole, written);
    }

    private void edited(String name, Optional<HttpBackend> backend, Edited edited) {
        unresolved = edited.unresolved();
        TranslationLossReport.report(exchange, edited.loss());
        List<Repair> repairs = edited.history().repairs();
        List<String> dropped = edited.loss().dropped();
        Optional<SelectedBackend> asked = backend.map(this::asked);
        recording = exchangeRecord
                .begin(
                        dialectRequest,
                        exchange.number(),
                        () -> ExchangeStartFactory.ofProxy(exchange, repairs, dropped, asked),
                        beginning)
                .memoize()
                .indefinitely();
        answer(name, backend, edited);
    }

    private SelectedBackend asked(HttpBackend backend) {
        String state = backend.modelReasoningStates().of(model()).id();
        return new SelectedBackend(backend.name(), model(), state);
    }

    /// The backend's name for the model.
    private String model() {
        return dialectRequest
                .route()
                .map(ModelRoute::model)
                .orElse(exchange.request().model());
    }

    private void answer(String name, Optional<HttpBackend> backend, Edited edited) {
        TranslationLoss loss = edited.loss();
        try {
            if (dialectRequest.isGone()) {
                dialectRequest.then(recording, _ -> exchangeRecord.abandoned(exchange));
            } else if (backend.isEmpty()) {
                dialectRequest.then(requestAdmission.noBackend(name), this::refuse);
            } else if (loss.refusal().isPresent()) {
                refuse(loss.refusal().get());
            } else {
                open(
                        backend.get(),
                        edited.written().orElseThrow(),
                        edited.history().repairs().size());
            }
        } catch (RuntimeException e) {
            dialectRequest.then(recording, _ -> exchangeRecord.broken(exchange, e));
        }
    }

    private void refuse(Failure failure) {
        dialectRequest.then(recording, _ -> exchangeRecord.refused(exchange, failure));
    }

    /// The request for the backend.
    /// @param credentials those in a large body
    /// @param vendor what it refuses
    private record Outgoing(
            FilterSelector.Chosen chosen,
            boolean isThinkingOff,
            byte[] body,
            Optional<List<String>> credentials,
            TranslationLoss vendor) {
        OutgoingCredentials secrets(Map<String, String> headers) {
            return credentials
                    .map(known -> OutgoingCredentials.of(headers, known))
                    .orElseGet(() -> OutgoingCredentials.of(headers, body));
        }
    }

    private Outgoing outgoing(HttpBackend backend, EditedHistory history) {
        OutgoingHistory.WrittenBody written = OutgoingHistory.body(exchange, backends, history, backend);
        byte[] body = written.bytes();
        boolean isLarge = workers.isLarge(body.length);
        boolean isThinkingOff = FilterSelector.isThinkingOff(exchange.request(), model(), backend);
        return new Outgoing(
                FilterSelector.of(exchange, history.request(), backend, isThinkingOff),
                isThinkingOff,
                body,
                isLarge ? Optional.of(exchange.known().credentials(body)) : Optional.empty(),
                new TranslationLoss(written.dropped(), written.refusal()));
    }

    private void open(HttpBackend backend, Outgoing written, int repairs) {
        boolean isSame = backend.settings().dialect() == exchange.request().dialect();
        var gate = new BackpressureGate();
        Optional<FamilyFilter> filter = written.chosen().filter();
        String thinking = dialectRequest.request().getHeader("x-include-thinking");
        boolean isUntouched = filter.isEmpty() && thinking == null;
        BackendRequest request = request(backend, written, repairs, isSame);
        BackendCodec codec = backend.codec();
        Optional<StreamRelay> relay =
                isSame && exchange.request().stream() ? Optional.of(relay(codec, isUntouched)) : Optional.empty();
        // Nothing of the answer may hold the request, which can be large.
        String model = model();
        // What a backend of another dialect thought is recorded as it wrote it. A chat client gets it with its proofs,
        // unless it asked for it elsewhere; others get a proof of ours, which stands for it.
        boolean isChat = exchange.request().dialect() == Dialect.OPENAI_CHAT;
        Optional<ReasoningDetailsBuilder> built = isSame || isChat && thinking != null
                ? Optional.empty()
                : codec.detailsBuilder(isChat && exchange.request().stream());
        Optional<ReasoningDetailsBuilder> shown = built.filter(_ -> isChat);
        var details = new AnswerReasoningDetails();
        var decoder = new BackendDecoder(relay.map(StreamRelay::decoder), codec, details, built, request.secrets());
        AnswerHead head = head();
        String translated = shown.map(_ -> ReasoningFields.EITHER)
                .orElse(head.reasoningField().id());
        // What the client gets in the backend's dialect stays in the backend's field.
        Supplier<String> field = isSame ? decoder::reasoningField : () -> translated;
        var items = new AnswerItemCollector(exchange.request().dialect(), field);
        Consumer<ReasoningEvidence> lesson =
                backend.modelReasoningStates().lesson(model, written.isThinkingOff(), decoder::reasoningField);
        var findings = new ProxyFindings(items, written.chosen(), lesson, details, unresolved);
        Supplier<AnswerHead> anew =
                () -> isSame ? head.withReasoningField(ReasoningField.of(field.get())) : head.withDetails(shown);
        Optional<SameDialect> same =
                isSame ? Optional.of(new SameDialect(codec, relay, request.secrets())) : Optional.empty();
        AnswerOutlet outlet = AnswerFactory.outlet(exchange, same, gate, mayBegin(backend), WireFaults.NONE, anew);
        Answer answer = answers.of(exchange, findings, outlet, gate, beginning);
        var memoryLimiter = memoryLimiter(answer, gate, AnswerSource.of(isSame, isUntouched), items, details);
        Supplier<String> proofs = proofs();
        var pump = new AnswerPump(
                dialectRequest,
                answer,
                memoryLimiter,
                decoder::decode,
                filters(filter, isSame, thinking, proofs, details),
                outlet,
                isSame ? codec.signing(proofs) : AnswerSigning.NONE,
                isSame ? modelName() : Optional.empty());
        BackendSink sink = buffered(pump, codec, filter, backend, model);
        ask(backend.reply(request), answers.recording(exchange, backend.settings(), answer, sink), answer);
    }

    private FilterChain filters(
            Optional<FamilyFilter> filter,
            boolean isSame,
            @Nullable String thinking,
            Supplier<String> proofs,
            AnswerReasoningDetails details) {
        return new FilterChain(
                filter,
                isSame,
                FilterSelector.missingCallIds(exchange),
                next -> IncludeThinkingHeader.filter(
                        thinking, signing(next, isSame, filter.isEmpty(), proofs, details)));
    }

    private void ask(HttpReply reply, BackendSink sink, Answer answer) {
        dialectRequest.response().putHeader(OVERHEAD, Long.toString(dialectRequest.sinceBodyMicros()));
        answer.open(() -> reply.open(sink));
        dialectRequest.then(recording, _ -> beginning.succeed(), beginning::fail);
    }

    private AnswerMemoryLimiter memoryLimiter(
            Answer answer,
            BackpressureGate backpressureGate,
            AnswerSource source,
            AnswerItemCollector items,
            AnswerReasoningDetails details) {
        return answers.memoryLimiter(exchange, answer, backpressureGate, source, details::heapBytes, () -> {
            items.discard();
            details.discard();
        });
    }

    private BackendSink buffered(
            AnswerPump pump, BackendCodec codec, Optional<FamilyFilter> filter, HttpBackend backend, String model) {
        return filter.flatMap(markup -> markup.startDetector()
                        .<BackendSink>map(detector -> new AnswerStartBuffer(
                                pump,
                                detector,
                                codec,
                                markup,
                                () -> backend.modelReasoningStates().opening(model),
                                dialectRequest.loop().owner())))
                .orElse(pump);
    }

    /// The name that the client asked for, where the backend knows the model by another.
    private Optional<ModelNameRewrite> modelName() {
        return model().equals(exchange.request().model())
                ? Optional.empty()
                : Optional.of(new ModelNameRewrite(
                        exchange.request().model(), exchange.request().dialect()));
    }

    /// Clients of the chat dialect do not need proofs; an answer passed on unchanged is signed in its frames.
    private EventSink signing(
            EventSink next, boolean isSame, boolean isBare, Supplier<String> proofs, AnswerReasoningDetails details) {
        boolean isChat = exchange.request().dialect() == Dialect.OPENAI_CHAT;
        return isChat || isSame && isBare
                ? next
                : new ReasoningSigning(proofs, () -> !isSame || details.areKept(), next);
    }

    private Supplier<String> proofs() {
        // The generator lives as long as the answer, and must not retain the request.
        BlockSigner own = signer;
        String key = dialectRequest.key();
        int[] count = {0};
        return () -> own.sign(key, count[0]++);
    }

    private BackendRequest request(HttpBackend backend, Outgoing written, int repairs, boolean isSame) {
        boolean isStream = exchange.request().stream();
        Map<String, String> headers =
                BackendRequestHeaders.of(dialectRequest.request().headers(), backend.settings(), isSame, isStream);
        dialectRequest.exchangeTelemetry().asked(backend, headers, repairs, dialectRequest);
        return new BackendRequest(
                BackendPath.of(backend.codec().path()), headers, written.body(), isStream, written.secrets(headers));
    }

    /// When a client may receive the first of a stream. Where the record is not asked for what clients drop, that
    /// waits for the database a moment only: its end does, and is an error if the request or the answer is not
    /// recorded.
    private Future<Void> mayBegin(HttpBackend backend) {
        return backends.history(backend) == HistoryMode.AS_SENT
                ? beginning.recordedSoon(dialectRequest.loop().owner())
                : beginning.recorded();
    }

    /// @param isUntouched whether nothing may change the answer
    private StreamRelay relay(BackendCodec codec, boolean isUntouched) {
        if (isUntouched) {
            return new VerbatimRelay(
                    codec.streamDecoder(), dialectRequest.codec().streamEncoder(head()));
        }
        return codec.relay();
    }

    private AnswerHead head() {
        return AnswerFactory.head(exchange, ReasoningField.REASONING_CONTENT)
                .withInputEstimate(TokenCountRequest.estimate(exchange.body().length))
                .withTools(ClientTools.of(exchange.request()));
    }
}
