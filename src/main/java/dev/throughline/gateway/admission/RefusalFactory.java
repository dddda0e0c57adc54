package dev.throughline.gateway.admission;

import dev.throughline.access.Denial;
import dev.throughline.access.Limit;
import dev.throughline.backend.Backends;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.exchange.Admission;
import dev.throughline.store.DatabaseProgress.DatabaseBusyException;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Why a well-formed request is not answered.
public final class RefusalFactory {
    private static final int MISDIRECTED = 421;
    /// It is unknown when memory will be free.
    private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(5);
    private static final Duration MEMORY_PAUSE = Duration.ofSeconds(5);
    private static final Duration LOAD_PAUSE = Duration.ofSeconds(15);

    private RefusalFactory() {}

    public static Failure of(Denial denial) {
        return switch (denial) {
            case Denial.Unknown(String message) -> Failure.of(FailureKind.AUTHENTICATION, message);
            case Denial.Unread(String message) ->
                Failure.of(FailureKind.UNAVAILABLE, message).retryAfter(OUTAGE_PAUSE);
            case Denial.Forbidden(String message) -> Failure.of(FailureKind.PERMISSION, message);
            case Denial.Limited(Limit _, long _, Duration retryAfter) ->
                Failure.of(FailureKind.RATE_LIMIT, denial.message()).retryAfter(retryAfter);
            case Denial.TooLarge _ -> Failure.of(FailureKind.TOO_LARGE, denial.message());
            case Denial.Malformed(String message) -> Failure.of(FailureKind.INVALID_REQUEST, message);
            case Denial.Misdirected(String message) ->
                new Failure(FailureKind.INVALID_REQUEST, MISDIRECTED, message, Optional.empty(), Optional.empty());
            case Denial.CrossOrigin(String message) -> Failure.of(FailureKind.PERMISSION, message);
            case Denial.WrongMedia(String message) -> Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, message);
        };
    }

    public static Failure noCompaction() {
        return Failure.of(
                        FailureKind.INVALID_REQUEST,
                        "responses/compact is not supported; request a summary of the conversation instead.")
                .at("compact");
    }

    public static Failure stopping() {
        return Failure.of(FailureKind.UNAVAILABLE, "Throughline is shutting down; retry, another process may answer.");
    }

    /// The memory budget had no room in time.
    public static Failure noMemory() {
        return Failure.of(
                        FailureKind.UNAVAILABLE,
                        "Throughline's memory budget for requests and buffered answers is exhausted"
                                + " (throughline.gateway.memory.budget); try again in a few seconds.")
                .retryAfter(MEMORY_PAUSE);
    }

    /// The request could not be recorded: the database is unavailable, or has too much to do.
    /// @param key of the request, by which the log has the cause
    static Failure notRecorded(Throwable cause, String key) {
        return cause instanceof DatabaseBusyException
                ? Failure.of(
                                FailureKind.OVERLOADED,
                                "Throughline is overloaded: this request waited too long for its turn to be recorded;"
                                        + " no answer was generated. Try again later.")
                        .retryAfter(LOAD_PAUSE)
                : Failure.of(
                                FailureKind.UNAVAILABLE,
                                "The database is unavailable; no answer was generated. Retry; see the log under id req_"
                                        + key + ".")
                        .retryAfter(OUTAGE_PAUSE);
    }

    /// The request would not fit into the memory budget even if it were the only one.
    /// @param bytes its size once decoded, as far as it was received
    public static Failure tooHeavy(long bytes) {
        return Failure.of(
                FailureKind.TOO_LARGE,
                "The request would need " + bytes
                        + " bytes of memory or more once decoded, more than the budget for"
                        + " all requests together (throughline.gateway.memory.budget).");
    }

    /// A request's body is not received, or too slowly.
    /// @param reason what was received in which time
    public static Failure slowBody(String reason) {
        var failure = Failure.of(FailureKind.TIMEOUT, "The request body was not received: " + reason);
        return new Failure(failure.kind(), 408, failure.message(), failure.param(), failure.retryAfter());
    }

    /// Only a limited part of a body passed to a backend is kept to determine its model.
    public static Failure modelTooFar(long within) {
        return Failure.of(
                        FailureKind.TOO_LARGE,
                        "This request is routed by its model, which is not within the first "
                                + within + " bytes of the body (throughline.gateway.passed-model-within). Send model"
                                + " first, or name the backend: /proxy/NAME/v1.")
                .at("model");
    }

    /// A body whose length differs from the announced one would be read as another request on shared
    /// connections.
    public static Failure otherLength(long announced) {
        return Failure.of(
                FailureKind.INVALID_REQUEST,
                "The length of the request body differs from its content-length of " + announced + " bytes.");
    }

    public static Failure unsafeQuery() {
        return Failure.of(
                FailureKind.INVALID_REQUEST,
                "The query has characters that are not passed to a backend; expected names and values of"
                        + " letters, digits and -._~ (in model also /:@), at most 1024 characters.");
    }

    public static Failure notOnStub() {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "The stub has no such endpoint: only backends do. Use /proxy/NAME/v1, map the"
                        + " model to one (throughline.models), or set throughline.default-backend.");
    }

    static Failure noRun(String id) {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "There is no run " + id + ". Open one with POST /api/v1/runs and use the URLs of its answer, or use"
                        + " the default stub run at /stub/v1 (OpenAI) and /stub (Anthropic).");
    }

    public static Failure deleted() {
        return Failure.of(
                FailureKind.NOT_FOUND,
                "The run of this request was deleted before the answer started. POST /api/v1/runs opens another.");
    }

    /// A process of other settings has the backend; it is unknown when a request reaches that one.
    /// @param name as written by the client
    static Failure backendElsewhere(String name) {
        return Failure.of(
                        FailureKind.UNAVAILABLE,
                        "The backend " + name + " is not configured in the process that received this request, but"
                                + " in another one: the settings are being changed. Retry in a few seconds.")
                .retryAfter(OUTAGE_PAUSE);
    }

    /// @param name as written by the client
    static Failure noBackend(String name, Backends backends) {
        List<String> names = backends.names();
        return Failure.of(
                FailureKind.NOT_FOUND,
                "There is no backend " + (RunId.isValid(name) ? name : "of this name")
                        + ". Configured backends: " + (names.isEmpty() ? "none" : String.join(", ", names))
                        + ". A backend is configured by throughline.backends.NAME.url. The stub answers at /stub/v1"
                        + " (OpenAI) and /stub (Anthropic).");
    }

    static Failure sealed(Run run) {
        return Failure.of(
                FailureKind.CONFLICT,
                "The run " + run.id() + " is sealed and accepts no more requests. POST v1/reset under the same base URL"
                        + " opens a fresh one there; POST /api/v1/runs opens another.");
    }

    /// The reason not to answer an admitted request, if any. The limit of a run of live traffic only says
    /// when another run takes over.
    static Optional<Failure> of(Run run, Admission admission) {
        return run.settings().traffic().isEmpty()
                        && admission.number() > run.settings().maxRequests()
                ? Optional.of(exhausted(run))
                : Optional.empty();
    }

    private static Failure exhausted(Run run) {
        return Failure.of(
                FailureKind.RATE_LIMIT,
                "This limit is Throughline's own, not a model provider's: the run " + run.id()
                        + " has reached its limit of "
                        + run.settings().maxRequests()
                        + " requests, which stops clients that loop. POST v1/reset opens a fresh run.");
    }
}
