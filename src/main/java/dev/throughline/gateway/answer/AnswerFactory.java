package dev.throughline.gateway.answer;

import dev.throughline.backend.BackendSink;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.gateway.admission.GatewaySettings;
import dev.throughline.gateway.admission.InFlightAnswers;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.run.journal.Journal;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import io.vertx.core.Future;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Makes the parts that all answers have.
@Singleton
public record AnswerFactory(
        Journal journal,
        ExchangeStore exchangeStore,
        GatewaySettings settings,
        InFlightAnswers inFlightAnswers,
        GatewayMemory memory,
        RecentTokenIds recentTokenIds) {
    public Answer of(
            ExchangeContext exchange,
            AnswerFindings answerFindings,
            AnswerOutlet answerOutlet,
            BackpressureGate backpressureGate,
            Beginning beginning) {
        // Nothing of the answer may hold the request, which can be large.
        AnswerIdentity identity = exchange.answer();
        ExchangeJournal log = journal.open(identity, beginning);
        Answer answer = new Answer(
                exchange.dialectRequest(),
                log,
                answerFindings,
                end -> exchangeStore.end(log, identity, end),
                answerOutlet,
                backpressureGate,
                settings.keepAlive(),
                settings.unreadTimeout());
        inFlightAnswers.add(exchange.dialectRequest(), answer::interrupt);
        return answer;
    }

    /// The sink that a backend's answer goes to: one that records ids of tokens first, where the backend is asked for
    /// them.
    public BackendSink recording(ExchangeContext exchange, BackendSettings backend, Answer answer, BackendSink next) {
        if (!backend.tokenIds() || backend.dialect() != Dialect.OPENAI_CHAT) {
            return next;
        }
        return new TokenIdCapture(
                next,
                answer,
                exchange.answer(),
                exchange.tracing().link().parent().orElse(0),
                TokenIdCapture.Wanted.of(exchange.request().body()),
                recentTokenIds);
    }

    /// Bounds what of an answer is kept in memory: all of one that is not streamed; of a stream of Responses what its
    /// last events repeat; of the others what a later request is compared with.
    /// @param source whose frames they are: the client's dialect, changed or not, or another
    /// @param extraBytes estimated bytes of the heap that are given up with what a later request is compared
    ///     with, and are not part of it
    /// @param discard gives up what a later request would be compared with
    public AnswerMemoryLimiter memoryLimiter(
            ExchangeContext exchange,
            Answer answer,
            BackpressureGate backpressureGate,
            AnswerSource source,
            LongSupplier extraBytes,
            Runnable discard) {
        DialectRequest dialectRequest = exchange.dialectRequest();
        MemoryReservation reservation = dialectRequest.reservation(memory);
        dialectRequest.whenOver(reservation::release);
        return new AnswerMemoryLimiter(
                answer, backpressureGate, reservation, form(exchange, source), memory.maxAnswer(), extraBytes, discard);
    }

    private static AnswerHeapEstimate.Form form(ExchangeContext exchange, AnswerSource source) {
        Conversation request = exchange.request();
        if (!request.stream()) {
            return AnswerHeapEstimate.Form.EVERYTHING;
        }
        if (request.dialect() != Dialect.RESPONSES) {
            return AnswerHeapEstimate.Form.ITEMS;
        }
        return switch (source) {
            case SAME_UNCHANGED -> AnswerHeapEstimate.Form.ITEMS;
            case SAME_CHANGED -> AnswerHeapEstimate.Form.RELAYED;
            case OTHER -> AnswerHeapEstimate.Form.REPEATED;
        };
    }

    /// An outlet for the form of answer that the client asked for.
    /// @param same absent for the stub and for a backend of another dialect
    /// @param beginning completes on the event loop once a stream may begin
    /// @param faults only for an answer whose request is recorded
    /// @param head of an answer that is written from its events
    public static AnswerOutlet outlet(
            ExchangeContext exchange,
            Optional<SameDialect> same,
            BackpressureGate backpressureGate,
            Future<Void> beginning,
            WireFaults faults,
            Supplier<AnswerHead> head) {
        // Nothing of the answer may hold the request, which can be large.
        DialectRequest dialectRequest = exchange.dialectRequest();
        DialectCodec codec = dialectRequest.codec();
        if (!exchange.request().stream()) {
            return new BodyOutlet(
                    dialectRequest, same.map(SameDialect::codec), () -> codec.wholeEncoder(head.get()), faults);
        }
        FrameWriter writer = faults.isNone()
                ? new FrameWriter(dialectRequest, backpressureGate, beginning)
                : new FaultyFrameWriter(dialectRequest, backpressureGate, faults);
        return new FrameOutlet(dialectRequest, same, () -> codec.streamEncoder(head.get()), writer);
    }

    public static AnswerHead head(ExchangeContext exchange, ReasoningField field) {
        Conversation request = exchange.request();
        return new AnswerHead(
                exchange.dialectRequest().key(),
                request.model(),
                exchange.dialectRequest().received(),
                request.includeUsage(),
                field,
                request.previousResponse().orElse(""));
    }
}
