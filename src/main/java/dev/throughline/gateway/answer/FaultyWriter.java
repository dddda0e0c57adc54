package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.DiscardedBody;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;
import java.util.Optional;

/// Writes bytes with the faults that are injected on purpose, if any.
final class FaultyWriter {
    private final DialectRequest dialectRequest;
    private final HttpServerResponse response;
    private final WireFaults faults;

    FaultyWriter(DialectRequest dialectRequest, WireFaults faults) {
        this.dialectRequest = dialectRequest;
        this.response = dialectRequest.response();
        this.faults = faults;
    }

    /// Writes bytes in slices, if so asked.
    void write(byte[] bytes) {
        int step = faults.slice() > 0 ? faults.slice() : Math.max(1, bytes.length);
        for (int at = 0; at < bytes.length; at += step) {
            response.write(Buffer.buffer(bytes).slice(at, Math.min(bytes.length, at + step)));
        }
    }

    /// Writes bytes, then drops the connection without an end.
    void drop(byte[] last) {
        if (last.length == 0 && !response.headWritten()) {
            DiscardedBody.cut(dialectRequest.request());
            return;
        }
        response.write(Buffer.buffer(last)).onComplete(_ -> DiscardedBody.cut(dialectRequest.request()));
    }

    /// Sends an answer in one JSON body: cut in half for a drop and for an end left out, without its last byte for a
    /// malformed event.
    void body(byte[] body) {
        if (faults.isNone()) {
            dialectRequest.json(200, body);
            return;
        }
        if (faults.hangs() || response.closed() || response.ended()) {
            return;
        }
        if (faults.sendsEmptyBody()) {
            dialectRequest.json(200, new byte[0]);
            return;
        }
        dialectRequest.head(200, DialectRequest.JSON).putHeader("content-length", Integer.toString(body.length));
        if (dropsBody()) {
            int inside = faults.dropsInsideCharacter() ? insideCharacter(body) : -1;
            drop(Arrays.copyOf(body, inside > 0 ? inside : body.length / 2));
            return;
        }
        if (faults.malformedAfter().isPresent()) {
            body[body.length - 1] = ' ';
        }
        write(body);
        response.end();
    }

    /// What is wrong with that body; empty if nothing is.
    Optional<String> bodyFlaw() {
        boolean isWhole = !faults.hangs()
                && !faults.sendsEmptyBody()
                && !dropsBody()
                && faults.malformedAfter().isEmpty();
        return isWhole ? Optional.empty() : Optional.of("the body was spoilt on purpose");
    }

    private boolean dropsBody() {
        return faults.dropAfter().isPresent() || faults.dropsInsideCharacter() || faults.leavesEndOut();
    }

    /// The length up to the middle of the first character of several bytes, or -1 when there is none.
    static int insideCharacter(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
