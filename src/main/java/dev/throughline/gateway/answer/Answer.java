package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeTelemetry;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.stream.AnswerSubscription;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.Terminal;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One answer: every event is recorded before it is written, and the end is sent only when all of them are committed.
/// Lives on the request's event loop; ends its exchange exactly once.
///
/// ```mermaid
/// stateDiagram-v2
///     [*] --> Streaming: open
///     Streaming --> Ending: Finish, of the backend or of a filter that found the turn over
///     Streaming --> Ending: Failure, of the backend or of the memory limit
///     Streaming --> Ending: the journal lost an event (onLoss)
///     Streaming --> Ending: a defect (broke)
///     Streaming --> Ending: the service stops (interrupt)
///     Streaming --> Over: the client went away (clientGone)
///     Streaming --> Over: an injected fault dropped the connection (brokenOff)
///     Ending --> Ending: a defect while the end is prepared (broke)
///     Ending --> Over: committed, the end is sent
///     Ending --> Over: not committed, an error is sent (notRecorded)
///     Over --> [*]
/// ```
///
/// Every way out of `Streaming` but a `Finish` or `Failure` of the backend cancels the backend.
public final class Answer implements EventSink {
    private static final Logger LOG = Logger.getLogger(Answer.class);

    private sealed interface State {
        /// Takes events.
        record Streaming() implements State {}

        /// The end is recorded; once that is committed it is sent, unless another took its place.
        record Ending(Terminal end) implements State {}

        record Over() implements State {}
    }

    private final DialectRequest dialectRequest;
    private final ExchangeJournal log;
    private final Function<ExchangeEnd, Uni<Void>> ending;
    private final AnswerFindings answerFindings;
    private final AnswerOutlet answerOutlet;
    private final BackpressureGate backpressureGate;
    private final KeepAlive keepAlive;
    private final Duration unreadTimeout;
    private State state = new State.Streaming();
    private Usage usage = new Usage(0, 0, 0, 0);
    private long firstMicros = -1;

    /// @param findings what is known of the answer at its end
    /// @param ending commits what was recorded and, with it, how the exchange ended; the last call counts
    /// @param idle time without an event after which a keep-alive is sent
    /// @param unreadTimeout time for which a client may take nothing of what is sent
    Answer(
            DialectRequest dialectRequest,
            ExchangeJournal log,
            AnswerFindings answerFindings,
            Function<ExchangeEnd, Uni<Void>> ending,
            AnswerOutlet answerOutlet,
            BackpressureGate backpressureGate,
            Duration idle,
            Duration unreadTimeout) {
        this.dialectRequest = dialectRequest;
        this.answerFindings = answerFindings;
        this.log = log;
        this.ending = ending;
        this.answerOutlet = answerOutlet;
        this.backpressureGate = backpressureGate;
        this.unreadTimeout = unreadTimeout;
        this.keepAlive = new KeepAlive(dialectRequest.loop().owner(), idle, this::keepAlive);
    }

    /// Starts the answer.
    public void open(Supplier<AnswerSubscription> source) {
        dialectRequest.response().closeHandler(_ -> clientGone());
        dialectRequest.response().exceptionHandler(_ -> clientGone());
        keepAlive.start();
        log.onLoss(this::lostOnTheWay);
        backpressureGate.guard(source.get());
    }

    @Override
    public void on(StreamEvent event) {
        if (!isStreaming()) {
            return;
        }
        try {
            take(event);
        } catch (RuntimeException e) {
            broke(e);
        }
    }

    /// Whether the answer still takes events.
    boolean isStreaming() {
        return state instanceof State.Streaming;
    }

    private void take(StreamEvent event) {
        long micros = dialectRequest.micros();
        if (firstMicros < 0) {
            firstMicros = micros;
        }
        log.take(event, micros);
        answerFindings.on(event);
        keepAlive.saw();
        switch (event) {
            case Terminal end -> end(end, ExchangeOutcome.FAILED);
            case Start start -> dialectRequest.exchangeTelemetry().began(start);
            case Usage counted -> usage = counted;
            case ReasoningDelta _,
                    ReasoningSignature _,
                    RedactedReasoning _,
                    TextDelta _,
                    ToolCallStart _,
                    ToolCallArgs _,
                    ToolCallEnd _ -> dialectRequest.exchangeTelemetry().token(micros);
        }
        if (log.isFull() && isStreaming()) {
            waitForRoom();
        }
    }

    private void waitForRoom() {
        if (!backpressureGate.isClosedFor(BackpressureGate.Reason.JOURNAL)) {
            backpressureGate.close(BackpressureGate.Reason.JOURNAL);
            log.onRoom(() -> backpressureGate.open(BackpressureGate.Reason.JOURNAL));
        }
    }

    /// @param failed the outcome of a failure
    private void end(Terminal end, ExchangeOutcome failed) {
        var ending = new State.Ending(end);
        state = ending;
        dialectRequest.exchangeTelemetry().ended(end, dialectRequest.micros());
        answerOutlet.flush();
        Uni<Void> recorded = switch (end) {
            case Finish _ -> {
                Optional<String> flaw = answerOutlet.flaw();
                yield record(flaw.isPresent() ? failed : ExchangeOutcome.COMPLETED, 200, flaw);
            }
            case Failure failure -> record(failed, isBegun() ? 200 : failure.status(), Optional.of(failure.message()));
        };
        dialectRequest.then(recorded, _ -> over(ending, end), cause -> {
            lost(cause);
            over(ending, notRecorded(cause));
        });
    }

    private boolean isBegun() {
        return dialectRequest.response().headWritten() || answerOutlet.isBegun();
    }

    private void over(State.Ending ending, Terminal said) {
        if (!state.equals(ending)) {
            return;
        }
        over();
        switch (said) {
            case Finish finish -> answerOutlet.finish(finish);
            case Failure failure -> answerOutlet.fail(failure);
        }
    }

    private void over() {
        state = new State.Over();
        keepAlive.stop();
        dialectRequest.tokens(log.tokens());
    }

    /// Ends the answer by a defect of ours.
    void broke(RuntimeException defect) {
        LOG.errorf(defect, "Answer failed by a defect: id=req_%s", dialectRequest.key());
        if (!(state instanceof State.Over)) {
            backpressureGate.cancel();
            end(
                    Failure.of(
                            FailureKind.SERVER,
                            "Throughline failed on this answer; its log has details under id req_"
                                    + dialectRequest.key() + "."),
                    ExchangeOutcome.FAILED);
        }
    }

    /// The service stops: what was said so far is all there will be, and no end.
    void interrupt() {
        if (isStreaming()) {
            backpressureGate.cancel();
            end(
                    Failure.of(
                            FailureKind.UNAVAILABLE,
                            "Throughline was stopped while this answer was under way; try again."),
                    ExchangeOutcome.INTERRUPTED);
        }
    }

    /// A client that has not read what is there needs nothing more, and gets nothing if it never reads.
    private void keepAlive() {
        if (!backpressureGate.isClosedFor(BackpressureGate.Reason.CLIENT)) {
            answerOutlet.keepAlive();
        } else if (backpressureGate.closedFor(BackpressureGate.Reason.CLIENT).compareTo(unreadTimeout) > 0) {
            dialectRequest.breakOff();
        }
    }

    /// Records what the backend wrote where the client gets something else.
    void raw(String text) {
        if (isStreaming()) {
            log.takeRaw(text, dialectRequest.micros());
        }
    }

    /// Records ids of tokens as the backend returned them.
    void sampled(String tokens) {
        if (isStreaming()) {
            log.takeSampled(tokens, dialectRequest.micros());
        }
    }

    /// Stops the source of events; what was said so far is the answer.
    void cancelSource() {
        backpressureGate.cancel();
    }

    /// A wire fault broke the answer off; nothing more is sent.
    public void brokenOff(String reason) {
        if (isStreaming()) {
            abandon(ExchangeOutcome.FAILED, Optional.of(reason));
        }
    }

    private void clientGone() {
        if (isStreaming()) {
            abandon(ExchangeOutcome.CLIENT_GONE, Optional.empty());
        }
    }

    private void abandon(ExchangeOutcome outcome, Optional<String> reason) {
        over();
        backpressureGate.cancel();
        dialectRequest.then(record(outcome, dialectRequest.response().getStatusCode(), reason), _ -> {}, this::lost);
    }

    // What follows could not be recorded either: the end is an error, and there is no use in waiting for it.
    private void lostOnTheWay(Throwable cause) {
        if (isStreaming()) {
            backpressureGate.cancel();
            end(notRecorded(cause), ExchangeOutcome.FAILED);
        }
    }

    private Failure notRecorded(Throwable cause) {
        if (cause instanceof UnknownRunException) {
            return RefusalFactory.deleted();
        }
        return Failure.of(
                FailureKind.UNAVAILABLE,
                "The answer could not be recorded and must not be treated as complete; retry. The log has details"
                        + " under id req_" + dialectRequest.key() + ".");
    }

    private void lost(Throwable cause) {
        LOG.errorf("Answer not recorded: id=req_%s cause=%s", dialectRequest.key(), cause);
        LOG.debug("Answer not recorded", cause);
    }

    private Uni<Void> record(ExchangeOutcome outcome, int status, Optional<String> error) {
        return Uni.createFrom().deferred(() -> write(end(outcome, status, error)));
    }

    private Uni<Void> write(ExchangeEnd end) {
        return ending.apply(end).onItemOrFailure().transformToUni((_, lost) -> written(end, lost));
    }

    // A client that went away during the commit has not seen the end: it is written down once more.
    private Uni<Void> written(ExchangeEnd end, @Nullable Throwable lost) {
        if (lost == null && end.outcome() == ExchangeOutcome.COMPLETED && dialectRequest.isGone()) {
            return write(end.withOutcome(ExchangeOutcome.CLIENT_GONE));
        }
        dialectRequest.exchangeTelemetry().over(end, lost == null);
        return lost == null ? Uni.createFrom().voidItem() : Uni.createFrom().failure(lost);
    }

    private ExchangeEnd end(ExchangeOutcome outcome, int status, Optional<String> error) {
        return new ExchangeEnd(
                dialectRequest.isGone() && outcome == ExchangeOutcome.COMPLETED ? ExchangeOutcome.CLIENT_GONE : outcome,
                status,
                log.tokens(),
                usage,
                timing(),
                answerFindings.produced(),
                error);
    }

    private ExchangeTiming timing() {
        Optional<Duration> first =
                firstMicros < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(firstMicros * 1_000));
        ExchangeTelemetry seen = dialectRequest.exchangeTelemetry();
        return new ExchangeTiming(seen.calledAt(), first, seen.firstTokenAt(), dialectRequest.elapsed());
    }

    /// Sends a frame that clients ignore when an answer has been silent for a while. Lives on the request's event
    /// loop.
    static final class KeepAlive {
        private static final int TICKS = 3;

        private final Vertx vertx;
        private final long tickMillis;
        private final Runnable send;
        private long timer = -1;
        private int quietTicks;

        KeepAlive(Vertx vertx, Duration idle, Runnable send) {
            this.vertx = vertx;
            this.tickMillis = Math.max(1, idle.toMillis() / TICKS);
            this.send = send;
        }

        void start() {
            timer = vertx.setPeriodic(tickMillis, _ -> tick());
        }

        /// Something was sent.
        void saw() {
            quietTicks = 0;
        }

        private void tick() {
            quietTicks++;
            if (quietTicks > TICKS) {
                quietTicks = 1;
                send.run();
            }
        }

        void stop() {
            vertx.cancelTimer(timer);
        }
    }
}
