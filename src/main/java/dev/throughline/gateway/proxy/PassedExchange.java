package dev.throughline.gateway.proxy;

import dev.throughline.backend.BackendHead;
import dev.throughline.backend.BackendPath;
import dev.throughline.backend.Backends;
import dev.throughline.backend.ByteReply;
import dev.throughline.backend.ByteSink;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.PassedQuery;
import dev.throughline.backend.settings.ModelRoute;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.DiscardedBody;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.ExchangeStartFactory;
import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.gateway.admission.GatewaySettings;
import dev.throughline.gateway.admission.InFlightAnswers;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.gateway.admission.RequestAdmission;
import dev.throughline.gateway.admission.RunAddress;
import dev.throughline.gateway.answer.BackendResponseHeaders;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.AnswerOutcome.PassedBytes;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.Run;
import dev.throughline.run.RunMode;
import dev.throughline.run.SelectedBackend;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.history.HistoryLookupKeys;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A request to an endpoint of a backend outside the dialects: it passes byte for byte in both directions,
/// except for the model name if the map defines another. Recorded without its bodies. Confined to the
/// request's event loop.
public final class PassedExchange implements ByteSink {
    /// The headers that describe the body of an answer; the others concern only the connection to the
    /// backend.
    private static final List<String> DESCRIBING =
            List.of("content-type", "content-length", "content-encoding", "content-language", "content-disposition");

    private final DialectRequest dialectRequest;
    private final Services services;
    private final BackendPath path;
    private final PassedQuery query;
    private final PassedUpload upload;
    private @Nullable AnswerIdentity answer;
    private @Nullable ByteReply reply;
    private long answerBytes;
    private boolean isOver;

    private PassedExchange(DialectRequest dialectRequest, Services services, BackendPath path, PassedQuery query) {
        this.dialectRequest = dialectRequest;
        this.services = services;
        this.path = path;
        this.query = query;
        MemoryReservation memory = dialectRequest.reservation(services.memory());
        dialectRequest.holdsBody(memory::release);
        this.upload = new PassedUpload(dialectRequest, services.settings(), memory, this::failed);
    }

    /// Begins such exchanges.
    @Singleton
    public record Services(
            RequestAdmission requestAdmission,
            ExchangeRecord exchangeRecord,
            Backends backends,
            InFlightAnswers inFlightAnswers,
            GatewayMemory memory,
            GatewaySettings settings) {
        /// Passes a request on, or responds with the reason why not.
        public void pass(DialectRequest dialectRequest, BackendPath path) {
            requestAdmission.reach(dialectRequest, () -> begin(dialectRequest, path));
        }

        private void begin(DialectRequest dialectRequest, BackendPath path) {
            Optional<PassedQuery> query =
                    PassedQuery.of(dialectRequest.request().query());
            if (query.isEmpty()) {
                dialectRequest.refuse(RefusalFactory.unsafeQuery());
                return;
            }
            var passed = new PassedExchange(dialectRequest, this, path, query.get());
            dialectRequest.whenOver(passed::over);
            boolean isMapped = dialectRequest.routeTarget().base() instanceof RunAddress.Default
                    && !backends.models().isEmpty();
            passed.upload.peek(isMapped && query.get().model().isEmpty(), isMapped, passed::found);
        }
    }

    /// @param ofBody the model that the body names; one in the query counts where it names none
    private void found(Optional<String> ofBody) {
        Optional<String> model = ofBody.or(query::model);
        if (dialectRequest.routeTarget().base() instanceof RunAddress.Default) {
            dialectRequest.route(services.backends.models().route(model.orElse("")));
        }
        services.requestAdmission.enter(dialectRequest, run -> entered(run, model, ofBody.isPresent()));
    }

    private void entered(Run run, Optional<String> model, boolean isOfBody) {
        String name = run.settings().backend().orElse("");
        Optional<HttpBackend> backend = services.backends.find(name);
        if (run.settings().mode() == RunMode.STUB) {
            failed(RefusalFactory.notOnStub());
        } else if (backend.isEmpty()) {
            dialectRequest.then(services.requestAdmission.noBackend(name), this::failed);
        } else {
            var nothing = new LookupKeys(Set.of(), Set.of(), Set.of(), Set.of(), "");
            services.requestAdmission.admit(dialectRequest, run, HistoryLookupKeys.of(nothing), admission -> {
                var asked = new SelectedBackend(name, sent(model).orElse(model.orElse("")), "unseen");
                dialectRequest.then(
                        services.exchangeRecord.begin(
                                dialectRequest,
                                admission.number(),
                                () -> ExchangeStartFactory.ofPassed(dialectRequest, run, model.orElse(""), asked)),
                        _ -> {
                            answer = new AnswerIdentity(run.id(), admission.number(), dialectRequest.key());
                            open(backend.get(), sent(model), isOfBody);
                        });
            });
        }
    }

    /// The backend's name for the model, if the client used another.
    private Optional<String> sent(Optional<String> model) {
        return model.flatMap(
                asked -> dialectRequest.route().map(ModelRoute::model).filter(known -> !known.equals(asked)));
    }

    /// @param name the backend's name for the model, if the client used another
    private void open(HttpBackend backend, Optional<String> name, boolean isOfBody) {
        if (isOver || dialectRequest.isGone()) {
            isOver = true;
            upload.stop();
            end(ExchangeOutcome.CLIENT_GONE, 0, Optional.empty(), () -> {});
            return;
        }
        services.inFlightAnswers.add(dialectRequest, () -> failed(RefusalFactory.stopping()));
        long length = upload.named(name.filter(_ -> isOfBody));
        PassedQuery asked = name.filter(_ -> !isOfBody).map(query::renamed).orElse(query);
        var headers = BackendRequestHeaders.ofPassed(dialectRequest.request().headers(), backend.settings());
        ByteReply opened = backend.pass(dialectRequest.request().method(), path.asking(asked), headers, length, this);
        reply = opened;
        opened.open();
    }

    @Override
    public void ready() {
        ByteReply backend = reply;
        if (!isOver && backend != null) {
            upload.sendTo(backend);
        }
    }

    @Override
    public void drained() {
        upload.drained();
    }

    @Override
    public void opened(BackendHead head) {
        HttpServerResponse response = dialectRequest.response();
        if (isOver || response.headWritten()) {
            return;
        }
        response.setStatusCode(head.status());
        for (String name : DESCRIBING) {
            head.header(name).ifPresent(value -> response.putHeader(name, value));
        }
        BackendResponseHeaders.copy(head, response);
        response.putHeader("x-accel-buffering", "no");
        if (head.header("content-length").isEmpty()) {
            response.setChunked(true);
        }
        // The head of a stream shows that it began; its first event may be much later.
        response.writeHead();
    }

    @Override
    public void bytes(Buffer part) {
        HttpServerResponse response = dialectRequest.response();
        if (isOver || response.closed()) {
            return;
        }
        answerBytes += part.length();
        response.write(part);
        ByteReply backend = reply;
        if (response.writeQueueFull() && backend != null) {
            backend.pause();
            response.drainHandler(_ -> backend.resume());
        }
    }

    @Override
    public void ended() {
        HttpServerResponse response = dialectRequest.response();
        finish(ExchangeOutcome.COMPLETED, response.getStatusCode(), Optional.empty(), () -> {
            if (!dialectRequest.request().isEnded()) {
                DiscardedBody.of(dialectRequest.request());
            }
            if (!response.ended() && !response.closed()) {
                response.end();
            }
        });
    }

    @Override
    public void refused(BackendHead head, byte[] body, Failure failure) {
        BackendResponseHeaders.copy(head, dialectRequest.response());
        finish(
                ExchangeOutcome.FAILED,
                failure.status(),
                Optional.of(failure.message()),
                () -> dialectRequest.refuse(failure, body));
    }

    @Override
    public void failed(Failure failure) {
        ByteReply backend = reply;
        if (backend != null) {
            backend.cancel();
        }
        boolean hasBegun = dialectRequest.response().headWritten();
        finish(
                ExchangeOutcome.FAILED,
                hasBegun ? dialectRequest.response().getStatusCode() : failure.status(),
                Optional.of(failure.message()),
                () -> {
                    if (hasBegun) {
                        dialectRequest.breakOff();
                    } else {
                        dialectRequest.refuse(failure);
                    }
                });
    }

    /// The response has ended, or the client disconnected.
    private void over() {
        ByteReply backend = reply;
        if (backend != null) {
            backend.cancel();
        }
        finish(ExchangeOutcome.CLIENT_GONE, 0, Optional.empty(), () -> {});
    }

    private void finish(ExchangeOutcome outcome, int status, Optional<String> error, Runnable next) {
        if (!isOver) {
            isOver = true;
            upload.stop();
            end(outcome, status, error, next);
        }
    }

    /// Records the end before it is sent.
    private void end(ExchangeOutcome outcome, int status, Optional<String> error, Runnable next) {
        AnswerIdentity begun = answer;
        if (begun == null) {
            next.run();
            return;
        }
        var answerOutcome = new AnswerOutcome(
                List.of(), "", List.of(), Optional.empty(), Optional.of(new PassedBytes(upload.bytes(), answerBytes)));
        ExchangeEnd end = ExchangeEnd.unanswered(outcome, status, dialectRequest.elapsed(), answerOutcome, error);
        dialectRequest.then(services.exchangeRecord.end(begun, end), _ -> next.run(), this::lost);
    }

    private void lost(Throwable cause) {
        if (dialectRequest.response().headWritten()) {
            dialectRequest.breakOff();
        } else {
            dialectRequest.unavailable(cause);
        }
    }
}
