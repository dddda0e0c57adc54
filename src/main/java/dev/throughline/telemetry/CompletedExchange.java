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

/// A completed exchange.
///
/// @param client the client's product if a recipe describes it, otherwise `unknown`: one of few values
/// @param dialect the client's dialect
/// @param isStub whether the run is answered by the stub
/// @param backend the backend that was called; empty for the stub, and if none was called
/// @param model the model requested by the client, as written
/// @param isModelKnown whether the stub lists that model, or the backend answered for it
/// @param answeredBy the model named in the answer
/// @param terminal the answer's last event: a `Finish` or a `Failure`; empty if it was aborted or never began
/// @param isRecorded whether it is completely committed
/// @param preservation what the request did with earlier reasoning
/// @param repairs number of repaired places in the history
/// @param dropped names of request fields that a translation omitted; few values
public record CompletedExchange(
        String client,
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
    /// The times of an exchange, measured from the request.
    ///
    /// @param asked from the complete request until the backend was called
    /// @param firstToken until the first reasoning, text or call
    /// @param terminal until the last event of the answer
    /// @param total until everything was recorded and the end could be sent to the client
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

    /// The backend's name; `stub` for the stub, `none` if no backend was called.
    String backendName() {
        return backend.map(BackendPeer::name).orElse(isStub ? "stub" : "none");
    }

    /// `completed`, `client-gone`, `failed`, `interrupted`, or `unrecorded` if the database was unavailable.
    String outcome() {
        return isRecorded ? KebabCase.of(end.outcome()) : "unrecorded";
    }

    /// The conventions that the telemetry follows. Source: OpenTelemetry GenAI conventions,
    /// `gen_ai.provider.name`: identifies the format, not who runs the model.
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

    /// The error type: the kind of the failure, the status of a refusal, or another reason; empty for success.
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

    /// The backend that was called.
    ///
    /// @param name its configured name
    /// @param dialect its dialect
    public record BackendPeer(String name, Dialect dialect, String host, int port) {}
}
