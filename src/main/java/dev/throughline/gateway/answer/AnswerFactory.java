package dev.throughline.gateway.answer;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.GatewayServices;
import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.run.journal.JournalConfig;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.TextLimit;
import io.vertx.core.Future;
import java.util.function.LongSupplier;

/// Makes the parts that all answers have.
public final class AnswerFactory {
    private AnswerFactory() {}

    public static Answer of(
            ExchangeContext exchange,
            AnswerFindings answerFindings,
            AnswerOutlet answerOutlet,
            BackpressureGate backpressureGate,
            Beginning beginning) {
        GatewayServices gatewayServices = exchange.pipeline();
        // Nothing of the answer may hold the request, which can be large.
        AnswerIdentity identity = exchange.answer();
        ExchangeJournal log = gatewayServices.journal().open(identity, beginning);
        Answer answer = new Answer(
                exchange.call(),
                log,
                answerFindings,
                end -> gatewayServices.exchangeStore().end(log, identity, end),
                answerOutlet,
                backpressureGate,
                gatewayServices.settings().keepAlive(),
                gatewayServices.settings().unreadTimeout());
        gatewayServices.inFlightAnswers().add(exchange.call(), answer::interrupt);
        return answer;
    }

    /// Bounds what of an answer is kept in memory: all of one that is not streamed; of a stream of Responses what its
    /// last event repeats and is not in the record; of the others what a later request is compared with.
    /// @param source whose frames they are: the client's dialect, changed or not, or another
    /// @param heldUnits UTF-16 code units of the answer that a relay holds for its end
    /// @param extraBytes estimated bytes of the heap that are given up with what a later request is compared
    ///     with, and are not part of it
    /// @param discard gives up what a later request would be compared with
    public static AnswerMemoryLimiter memoryLimiter(
            ExchangeContext exchange,
            Answer answer,
            BackpressureGate backpressureGate,
            AnswerSource source,
            LongSupplier heldUnits,
            LongSupplier extraBytes,
            Runnable discard) {
        DialectRequest dialectRequest = exchange.call();
        GatewayMemory settings = exchange.pipeline().memory();
        MemoryReservation memory = exchange.pipeline().reservation(dialectRequest);
        dialectRequest.whenOver(memory::release);
        AnswerHeapEstimate.Form form = form(exchange, settings.keptText(), source, heldUnits);
        return new AnswerMemoryLimiter(
                answer, backpressureGate, memory, form, settings.maxAnswer(), extraBytes, discard);
    }

    private static AnswerHeapEstimate.Form form(
            ExchangeContext exchange, int keptText, AnswerSource source, LongSupplier heldUnits) {
        Conversation request = exchange.request();
        if (!request.stream()) {
            return new AnswerHeapEstimate.Form.Everything();
        }
        if (request.dialect() != Dialect.RESPONSES) {
            return new AnswerHeapEstimate.Form.Items();
        }
        return switch (source) {
            case SAME_UNCHANGED -> new AnswerHeapEstimate.Form.Items();
            case SAME_CHANGED -> new AnswerHeapEstimate.Form.Relayed(heldUnits);
            case OTHER ->
                new AnswerHeapEstimate.Form.Repeated(
                        keptText, ClientTools.of(request).hasFreeform());
        };
    }

    /// An outlet that writes an answer anew in the client's dialect.
    /// @param beginning completes on the event loop once a stream may begin
    public static AnswerOutlet outlet(
            ExchangeContext exchange, AnswerHead head, BackpressureGate backpressureGate, Future<Void> beginning) {
        DialectRequest dialectRequest = exchange.call();
        DialectCodec codec = dialectRequest.codec();
        return exchange.request().stream()
                ? streamed(exchange, head, backpressureGate, beginning)
                : new WholeOutlet(dialectRequest, codec.wholeEncoder(head));
    }

    private static AnswerOutlet streamed(
            ExchangeContext exchange, AnswerHead head, BackpressureGate backpressureGate, Future<Void> beginning) {
        AnswerRecord record = record(exchange);
        DialectRequest dialectRequest = exchange.call();
        TextLimit limit = record.limit(exchange.pipeline().memory().keptText());
        return new StreamOutlet(
                dialectRequest, dialectRequest.codec().streamEncoder(head, limit), backpressureGate, beginning, record);
    }

    /// The record of an answer, for the events that repeat it.
    public static AnswerRecord record(ExchangeContext exchange) {
        GatewayServices gatewayServices = exchange.pipeline();
        AnswerIdentity identity = exchange.answer();
        JournalConfig journal = gatewayServices.journalConfig();
        return new AnswerRecord(
                (from, rows) -> gatewayServices
                        .progress()
                        .within(
                                journal.writeTimeout(),
                                gatewayServices.exchangeStore().page(identity, from, rows)),
                journal.retryFor());
    }

    public static AnswerHead head(ExchangeContext exchange, ReasoningField field) {
        Conversation request = exchange.request();
        return new AnswerHead(
                exchange.call().key(),
                request.model(),
                exchange.call().received(),
                request.includeUsage(),
                field,
                request.previousResponse().orElse(""));
    }
}
