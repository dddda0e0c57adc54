package dev.throughline.gateway.answer;

import dev.throughline.access.Caller;
import dev.throughline.backend.BackendPart;
import dev.throughline.gateway.MemoryLog;
import dev.throughline.gateway.PlainTextCodec;
import dev.throughline.gateway.ScriptedFlow;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.MemoryBudget;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.gateway.admission.PassedEndpoints;
import dev.throughline.gateway.admission.RouteTarget;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.trace.ExchangeOutcome;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// One answer served on a real socket.
public final class Loopback implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    final CompletableFuture<ExchangeEnd> end = new CompletableFuture<>();
    /// The end once more: the client did not get all of the answer.
    final CompletableFuture<ExchangeEnd> corrected = new CompletableFuture<>();
    final CompletableFuture<Void> gone = new CompletableFuture<>();
    /// Whether the request is recorded.
    private final Promise<Void> beginning = Promise.promise();
    private final CompletableFuture<Answer> answering = new CompletableFuture<>();
    private final CompletableFuture<Context> loop = new CompletableFuture<>();
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;

    private Loopback(
            MemoryLog log, ScriptedFlow flow, PlainTextCodec frames, WireFaults faults, boolean stream, Duration idle) {
        this.server = vertx.createHttpServer().requestHandler(request -> {
            var dialectRequest = new DialectRequest(
                    request,
                    Vertx.currentContext(),
                    RouteTarget.of("/v1/chat/completions", PassedEndpoints.NONE).orElseThrow(),
                    new Caller.Anyone());
            var backpressureGate = new BackpressureGate();
            AnswerOutlet answerOutlet =
                    outlet(dialectRequest, frames, faults, stream, backpressureGate, beginning.future());
            var answer = new Answer(
                    dialectRequest,
                    log,
                    AnswerFindings.known(AnswerOutcome.NOTHING),
                    seen -> log.end(seen).invoke(() -> ended(seen)),
                    answerOutlet,
                    backpressureGate,
                    idle,
                    Duration.ofMinutes(1));
            answerOutlet.onBreak(answer::brokenOff);
            request.connection().closeHandler(_ -> Vertx.currentContext().runOnContext(_ -> gone.complete(null)));
            loop.complete(dialectRequest.loop());
            answering.complete(answer);
            AnswerPump pump = pump(dialectRequest, answer, answerOutlet, backpressureGate);
            answer.open(() -> flow.open(event -> pump.on(new BackendPart.Event(event))));
        });
    }

    private void ended(ExchangeEnd seen) {
        if (end.complete(seen)) {
            return;
        }
        boolean isCorrected =
                end.join().outcome() == ExchangeOutcome.COMPLETED && seen.outcome() != ExchangeOutcome.COMPLETED;
        if (!isCorrected || !corrected.complete(seen)) {
            end.obtrudeException(new AssertionError("the exchange ended twice"));
        }
    }

    private static AnswerOutlet outlet(
            DialectRequest dialectRequest,
            PlainTextCodec frames,
            WireFaults faults,
            boolean stream,
            BackpressureGate backpressureGate,
            Future<Void> beginning) {
        if (!stream) {
            return new BodyOutlet(dialectRequest, Optional.empty(), () -> frames, faults);
        }
        FrameWriter writer = faults.isNone()
                ? new FrameWriter(dialectRequest, backpressureGate, beginning)
                : new FaultyFrameWriter(dialectRequest, backpressureGate, faults);
        return new FrameOutlet(dialectRequest, Optional.empty(), () -> frames, writer);
    }

    private static AnswerPump pump(
            DialectRequest dialectRequest, Answer answer, AnswerOutlet outlet, BackpressureGate gate) {
        var memory = new MemoryReservation(
                new MemoryBudget(Integer.MAX_VALUE, 1), dialectRequest.loop(), "test", Duration.ofSeconds(1));
        var limiter = new AnswerMemoryLimiter(
                answer, gate, memory, AnswerHeapEstimate.Form.ITEMS, Integer.MAX_VALUE, () -> 0, () -> {});
        var filters = new FilterChain(Optional.empty(), true, () -> "", next -> next);
        return AnswerPump.ofEvents(dialectRequest, answer, limiter, filters, outlet);
    }

    /// A stream whose request is being recorded.
    static Loopback held(MemoryLog log, ScriptedFlow flow, Duration idle) throws Exception {
        return new Loopback(log, flow, new PlainTextCodec(), WireFaults.of(List.of()), true, idle).listening();
    }

    private Loopback recorded() {
        beginning.complete();
        return this;
    }

    /// The request is recorded.
    void succeed() {
        run(this::succeedInThisTurn);
    }

    /// The same; call within `run`.
    void succeedInThisTurn() {
        beginning.complete();
    }

    /// The request cannot be recorded.
    void fail(Throwable cause) {
        run(() -> beginning.fail(cause));
    }

    static Loopback stream(MemoryLog log, ScriptedFlow flow, WireFaults faults, Duration idle) throws Exception {
        return new Loopback(log, flow, new PlainTextCodec(), faults, true, idle)
                .recorded()
                .listening();
    }

    static Loopback whole(MemoryLog log, ScriptedFlow flow, WireFaults faults) throws Exception {
        return new Loopback(log, flow, new PlainTextCodec(), faults, false, Duration.ofSeconds(30))
                .recorded()
                .listening();
    }

    private Loopback listening() throws Exception {
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        return this;
    }

    /// Runs a step on the event loop of the answer.
    void run(Runnable step) {
        loop.join().runOnContext(_ -> step.run());
    }

    /// Stops the service while the answer is open.
    void interrupt() {
        Answer open = answering.join();
        run(open::interrupt);
    }

    /// A defect of ours meets the answer; call within `run`.
    void broke() {
        answering.join().broke(new IllegalStateException("a defect on purpose"));
    }

    /// A connection that has asked.
    Socket ask() throws IOException {
        var socket = new Socket("127.0.0.1", server.actualPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.getOutputStream()
                .write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /// What arrives until a text is seen, or until the connection ends.
    public static String readUntil(Socket socket, String wanted) throws IOException {
        var seen = new StringBuilder();
        InputStream in = socket.getInputStream();
        var chunk = new byte[8192];
        int looked = 0;
        while (seen.indexOf(wanted, looked) < 0) {
            looked = Math.max(0, seen.length() - wanted.length());
            int count = in.read(chunk);
            if (count < 0) {
                return seen.toString();
            }
            seen.append(new String(chunk, 0, count, StandardCharsets.ISO_8859_1));
        }
        return seen.toString();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
