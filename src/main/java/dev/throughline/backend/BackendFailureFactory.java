package dev.throughline.backend;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/// Describes a failed connection to a backend and what to check.
final class BackendFailureFactory {
    private BackendFailureFactory() {}

    /// @param isUnderWay whether the answer had begun
    static Failure of(String backend, Throwable cause, boolean isUnderWay) {
        String setting = " (throughline.backends." + backend + ".url)";
        return switch (cause) {
            case ConnectException refused
            when isTimeout(refused) ->
                Failure.of(
                        FailureKind.TIMEOUT,
                        "The backend " + backend + " did not accept the connection in time" + setting + ".");
            case ConnectException _, NoRouteToHostException _ ->
                Failure.of(
                        FailureKind.BACKEND,
                        "The backend " + backend + " refused the connection; is it running?" + setting);
            case UnknownHostException _ ->
                Failure.of(
                        FailureKind.BACKEND,
                        "The host of the backend " + backend + " cannot be resolved" + setting + ".");
            case SSLException _ ->
                Failure.of(
                        FailureKind.BACKEND,
                        "No TLS connection to the backend " + backend
                                + " could be established; check its certificate and throughline.backends." + backend
                                + ".trust-certificates.");
            case HttpClosedException _, StreamResetException _ -> brokenOff(backend, isUnderWay);
            default -> isTimeout(cause) ? slow(backend, setting) : brokenOff(backend, isUnderWay);
        };
    }

    static Failure idle(String backend, Duration idle, boolean isUnderWay) {
        return Failure.of(
                FailureKind.TIMEOUT,
                "The backend " + backend + (isUnderWay ? " sent nothing for " : " did not start to answer within ")
                        + idle.toSeconds() + " s (throughline.backends." + backend + ".idle-timeout).");
    }

    private static Failure slow(String backend, String setting) {
        return Failure.of(
                FailureKind.TIMEOUT,
                "No connection to the backend " + backend + " was available in time" + setting + ".");
    }

    private static Failure brokenOff(String backend, boolean isUnderWay) {
        return Failure.of(
                FailureKind.BACKEND,
                isUnderWay
                        ? "The backend " + backend + " closed the connection in the middle of its answer."
                        : "The backend " + backend + " closed the connection without an answer.");
    }

    private static boolean isTimeout(Throwable cause) {
        return cause.getClass().getSimpleName().contains("Timeout");
    }
}
