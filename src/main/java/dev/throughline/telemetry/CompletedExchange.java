package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.text.KebabCase;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An exchange that is over.
///
/// @param dialect what the client speaks
/// @param isStub whether the stub answers in this run
/// @param backend who was asked; empty for the stub, and where it never came to that
/// @param model the model that the client asked for, as it wrote it
/// @param isModelKnown whether the stub lists that model, or the backend answered for it
/// @param answeredBy the model that the answer names
/// @param terminal how the answer ended: a `Finish` or a `Failure`; empty where it was broken off or never began
/// @param isRecorded whether everything of it is committed
/// @param preservation what the request did with earlier reasoning
/// @param repairs places of the history that were repaired
/// @param dropped names of the request's fields that a translation did not carry; few values
public record CompletedExchange(
        Dialect dialect,
        boolean isStream,
        boolean isStub,
        Optional<BackendPeer> backend,
        String model,
        boolean isModelKnown,
        Optional<String> answeredBy,
        Optional<StreamEvent> terminal,
        ExchangeEnd end,
        boolean isRecorded,
        Timing timing,
        Preservation.State preservation,
        int repairs,
        List<String> dropped) {

    /// When things happened, as time since the request.
    ///
    /// @param asked from the complete request until the backend was asked
    /// @param firstToken until the first reasoning, text or call
    /// @param terminal until the last event of the answer
    /// @param total until everything was recorded and the client could be told the end
    public record Timing(
            Optional<Duration> asked, Optional<Duration> firstToken, Optional<Duration> terminal, Duration total) {

        /// How long the end of the answer waited for the commit.
        Optional<Duration> commitWait() {
            return terminal.map(total::minus);
        }
    }

    boolean isComplete() {
        return isRecorded && end.outcome() == ExchangeOutcome.COMPLETED;
    }

    /// `stub` or `proxy`.
    String mode() {
        return isStub ? "stub" : "proxy";
    }

    /// The backend's name; `stub` for the stub, `none` where no backend was asked.
    String backendName() {
        return backend.map(BackendPeer::name).orElse(isStub ? "stub" : "none");
    }

    /// `completed`, `client-gone`, `failed`, `interrupted`, or `unrecorded` when the record was out of reach.
    String outcome() {
        return isRecorded ? KebabCase.of(end.outcome()) : "unrecorded";
    }

    /// Whose conventions the telemetry follows.
    /// Source: OpenTelemetry GenAI conventions, `gen_ai.provider.name`: a discriminator of the format, and no proof
    /// of who runs the model.
    String provider() {
        return backend.map(backendPeer -> switch (backendPeer.dialect()) {
                    case OPENAI_CHAT, RESPONSES -> "openai";
                    case ANTHROPIC -> "anthropic";
                })
                .orElse(isStub ? "throughline" : "none");
    }

    Optional<FinishReason> finishReason() {
        return terminal.flatMap(
                event -> event instanceof Finish(FinishReason reason, var _) ? Optional.of(reason) : Optional.empty());
    }

    /// A class of errors: the kind of the failure, the status of a refusal, or how else it ended; empty for success.
    Optional<String> errorType() {
        if (isComplete()) {
            return Optional.empty();
        }
        if (!isRecorded || end.outcome() == ExchangeOutcome.CLIENT_GONE) {
            return Optional.of(outcome());
        }
        return Optional.of(terminal.flatMap(CompletedExchange::failure)
                .map(failure -> KebabCase.of(failure.kind()))
                .orElseGet(() -> end.status() >= 400 ? Integer.toString(end.status()) : "broken-off"));
    }

    private static Optional<Failure> failure(StreamEvent event) {
        return event instanceof Failure failure ? Optional.of(failure) : Optional.empty();
    }
}
