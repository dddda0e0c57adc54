package dev.throughline.gateway.answer;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.Admitted;
import dev.throughline.gateway.admission.Call;
import dev.throughline.gateway.admission.Pipeline;
import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.JournalConfig;
import dev.throughline.run.TokenLog;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.TextLimit;

/// Makes the parts that all answers have.
public final class Answers {
    private Answers() {}

    public static Answer of(Admitted exchange, Findings findings, Outlet outlet, Gate gate) {
        Pipeline pipeline = exchange.pipeline();
        // Nothing of the answer may hold the request, which can be large.
        AnswerIdentity identity = exchange.answer();
        TokenLog log = pipeline.journal().open(identity);
        Answer answer = new Answer(
                exchange.call(),
                log,
                findings,
                end -> pipeline.exchanges().end(log, identity, end),
                outlet,
                gate,
                pipeline.settings().keepAlive());
        pipeline.underWay().add(exchange.call(), answer::interrupt);
        return answer;
    }

    /// Bounds what of an answer is kept in memory: all of one that is not streamed and of a stream of Responses that a
    /// filter changes, whose last event repeats it; of the others what a later request is compared with.
    /// @param source whose frames they are: the client's dialect, changed or not, or another
    /// @param discard gives up what a later request would be compared with
    public static GatheredAnswer gathered(
            Admitted exchange, Answer answer, Gate gate, AnswerSource source, Runnable discard) {
        Call call = exchange.call();
        GatewayMemory settings = exchange.pipeline().memory();
        MemoryReservation memory = exchange.pipeline().reservation(call);
        call.whenOver(memory::release);
        KeptAnswer.Form form = form(exchange, settings.keptText(), source);
        return new GatheredAnswer(answer, gate, memory, form, settings.maxAnswer(), discard);
    }

    private static KeptAnswer.Form form(Admitted exchange, int keptText, AnswerSource source) {
        Conversation request = exchange.request();
        if (!request.stream()) {
            return new KeptAnswer.Form.Everything();
        }
        if (request.dialect() != Dialect.RESPONSES) {
            return new KeptAnswer.Form.Items();
        }
        return switch (source) {
            case SAME_UNCHANGED -> new KeptAnswer.Form.Items();
            case SAME_CHANGED -> new KeptAnswer.Form.Everything();
            case OTHER ->
                new KeptAnswer.Form.Repeated(keptText, ClientTools.of(request).hasFreeform());
        };
    }

    /// An outlet that writes an answer anew in the client's dialect.
    public static Outlet outlet(Admitted exchange, AnswerHead head, Gate gate) {
        Call call = exchange.call();
        DialectCodec codec = call.codec();
        return exchange.request().stream()
                ? streamed(exchange, head, gate)
                : new WholeOutlet(call, codec.wholeEncoder(head));
    }

    private static Outlet streamed(Admitted exchange, AnswerHead head, Gate gate) {
        Pipeline pipeline = exchange.pipeline();
        AnswerIdentity identity = exchange.answer();
        JournalConfig journal = pipeline.journalConfig();
        var record = new AnswerRecord(
                (from, rows) -> pipeline.exchanges().page(identity, from, rows),
                journal.writeTimeout(),
                journal.retryFor());
        Call call = exchange.call();
        TextLimit limit = record.limit(pipeline.memory().keptText());
        return new StreamOutlet(call, call.codec().streamEncoder(head, limit), gate, record);
    }

    public static AnswerHead head(Admitted exchange, ReasoningField field) {
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
