package dev.throughline.gateway.answer;

import dev.throughline.gateway.MemoryLog;
import dev.throughline.gateway.Pause;
import dev.throughline.gateway.ScriptedFlow;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.trace.ExchangeOutcome;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class AnswerIT {
    private static final WireFaults NONE = WireFaults.of(List.of());
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Finish STOP = new Finish(FinishReason.STOP);
    private static final List<StreamEvent> SHORT =
            List.of(new Start("glm"), new TextDelta("eins"), new TextDelta("zwei"), STOP);

    @Test
    void tellsTheEndOnlyWhenEverythingIsCommitted() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.stream(log, new ScriptedFlow(SHORT), NONE, LONG);
                Socket client = server.ask()) {
            String before = Loopback.readUntil(client, "zwei");
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            assertThat(before).doesNotContain("stop").doesNotContain("[DONE]");
            assertThat(client.getInputStream().available()).isLessThan(10);

            log.commit.complete(null);

            assertThat(Loopback.readUntil(client, "0\r\n\r\n")).contains("data: stop\n\ndata: [DONE]\n\n");
            ExchangeEnd end = server.end.get();
            assertThat(end.outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
            assertThat(end.tokens()).isEqualTo(4);
        }
    }

    @Test
    void sendsAnErrorFrameAndNoEndWhenTheCommitFails() throws Exception {
        var log = new MemoryLog();
        log.commit.completeExceptionally(new IllegalStateException("the database is away"));
        try (Loopback server = Loopback.stream(log, new ScriptedFlow(SHORT), NONE, LONG);
                Socket client = server.ask()) {
            String all = Loopback.readUntil(client, "0\r\n\r\n");

            assertThat(all).contains("data: error ").doesNotContain("[DONE]");
        }
    }

    @Test
    void endsWithAnErrorAsSoonAsALossIsKnown() throws Exception {
        var log = new MemoryLog();
        var lost = new IllegalStateException("the database stayed away");
        log.commit.completeExceptionally(lost);
        var flow = new ScriptedFlow(List.of(new Start("glm"), new TextDelta("eins")));
        try (Loopback server = Loopback.stream(log, flow, NONE, LONG);
                Socket client = server.ask()) {
            Loopback.readUntil(client, "eins");

            Consumer<? super Throwable> failed = log.fearing.get(10, TimeUnit.SECONDS);
            server.run(() -> failed.accept(lost));

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: error ")
                    .doesNotContain("[DONE]");
            flow.cancelled.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void interruptsAnOpenAnswerWithAnErrorWhenTheServiceStops() throws Exception {
        var flow = new ScriptedFlow(List.of(new Start("glm"), new TextDelta("eins")));
        try (Loopback server = Loopback.stream(MemoryLog.committing(), flow, NONE, LONG);
                Socket client = server.ask()) {
            Loopback.readUntil(client, "eins");

            server.interrupt();

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: error ")
                    .doesNotContain("[DONE]");
            flow.cancelled.get(10, TimeUnit.SECONDS);
            ExchangeEnd end = server.end.get(10, TimeUnit.SECONDS);
            assertThat(end.outcome()).isEqualTo(ExchangeOutcome.INTERRUPTED);
            assertThat(end.tokens()).isEqualTo(2);
        }
    }

    @Test
    void refusesAnAnswerThatHasNotBegunWhenTheServiceStops() throws Exception {
        var flow = new ScriptedFlow(List.of());
        try (Loopback server = Loopback.stream(MemoryLog.committing(), flow, NONE, LONG);
                Socket client = server.ask()) {
            server.interrupt();

            assertThat(Loopback.readUntil(client, "try again")).contains(" 503 ");
            ExchangeEnd end = server.end.get(10, TimeUnit.SECONDS);
            assertThat(end.outcome()).isEqualTo(ExchangeOutcome.INTERRUPTED);
        }
    }

    @Test
    void completesAnAnswerWhoseEndIsBeingCommittedWhenTheServiceStops() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.stream(log, new ScriptedFlow(SHORT), NONE, LONG);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            server.interrupt();

            server.run(() -> log.commit.complete(null));

            assertThat(Loopback.readUntil(client, "0\r\n\r\n")).contains("data: stop\n\ndata: [DONE]\n\n");
            assertThat(server.end.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        }
    }

    @Test
    void sendsOnlyTheErrorWhenADefectOccursDuringTheCommit() throws Exception {
        var log = new MemoryLog();
        CompletableFuture<Void> first = log.commit;
        try (Loopback server = Loopback.stream(log, new ScriptedFlow(SHORT), NONE, LONG);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            log.commit = new CompletableFuture<>();
            server.run(server::broke);

            server.run(() -> first.complete(null));
            server.run(() -> log.commit.complete(null));

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: error Throughline failed on this answer")
                    .doesNotContain("data: stop", "[DONE]");
            assertThat(server.corrected.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(ExchangeOutcome.FAILED);
        }
    }

    @Test
    void endsTheFlowAndRecordsWhatWasIssuedWhenTheClientHangsUp() throws Exception {
        var log = MemoryLog.committing();
        var flow = new ScriptedFlow(List.of(new Start("glm"), new TextDelta("eins")));
        try (Loopback server = Loopback.stream(log, flow, NONE, LONG)) {
            try (Socket client = server.ask()) {
                Loopback.readUntil(client, "eins");
            }

            flow.cancelled.get(10, TimeUnit.SECONDS);
            ExchangeEnd end = server.end.get(10, TimeUnit.SECONDS);
            assertThat(end.outcome()).isEqualTo(ExchangeOutcome.CLIENT_GONE);
            assertThat(end.tokens()).isEqualTo(2);
        }
    }

    @Test
    void recordsAHangUpDuringTheCommitAsAHangUp() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.stream(log, new ScriptedFlow(SHORT), NONE, LONG)) {
            Socket client = server.ask();
            Loopback.readUntil(client, "zwei");
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            client.close();
            server.gone.get(10, TimeUnit.SECONDS);

            log.commit.complete(null);

            assertThat(server.corrected.get(10, TimeUnit.SECONDS).outcome()).isEqualTo(ExchangeOutcome.CLIENT_GONE);
        }
    }

    @Test
    void pausesTheFlowWhileTheClientDoesNotReadAndLosesNothing() throws Exception {
        List<StreamEvent> script = new ArrayList<>(Collections.nCopies(40_000, new TextDelta("x".repeat(1_000))));
        script.add(STOP);
        var flow = new ScriptedFlow(script);
        var log = MemoryLog.committing();
        try (Loopback server = Loopback.stream(log, flow, NONE, LONG);
                Socket client = server.ask()) {
            flow.paused.get(10, TimeUnit.SECONDS);
            assertThat(flow.sent.get()).isLessThan(40_000);

            long bytes = 0;
            var chunk = new byte[65_536];
            while (!server.end.isDone() || client.getInputStream().available() > 0) {
                bytes += Math.max(0, client.getInputStream().read(chunk));
            }

            assertThat(bytes).isGreaterThan(40_000_000);
            assertThat(log.tokens()).isEqualTo(40_001);
        }
    }

    @Test
    void pausesTheFlowWhileTheJournalIsFull() throws Exception {
        var log = MemoryLog.committing();
        log.room = 3;
        var flow = new ScriptedFlow(SHORT);
        try (Loopback server = Loopback.stream(log, flow, NONE, LONG);
                Socket client = server.ask()) {
            Runnable resume = log.waiting.get(10, TimeUnit.SECONDS);
            flow.paused.get(10, TimeUnit.SECONDS);
            assertThat(flow.sent.get()).isEqualTo(3);

            log.room = Integer.MAX_VALUE;
            server.run(resume);

            assertThat(Loopback.readUntil(client, "0\r\n\r\n")).contains("[DONE]");
        }
    }

    @Test
    void keepsAQuietConnectionOpen() throws Exception {
        var flow = new ScriptedFlow(List.of(new Start("glm")));
        try (Loopback server = Loopback.stream(MemoryLog.committing(), flow, NONE, Duration.ofMillis(30));
                Socket client = server.ask()) {
            assertThat(Loopback.readUntil(client, ": quiet")).contains("200 OK").contains("text/event-stream");
        }
    }

    @Test
    void addsNothingToWhatAClientHasNotRead() throws Exception {
        List<StreamEvent> script = new ArrayList<>(Collections.nCopies(40_000, new TextDelta("x".repeat(1_000))));
        script.add(STOP);
        var flow = new ScriptedFlow(script);
        try (Loopback server = Loopback.stream(MemoryLog.committing(), flow, NONE, Duration.ofMillis(30));
                Socket client = server.ask()) {
            flow.paused.get(10, TimeUnit.SECONDS);
            Pause.millis(600);
            long quiet = 0;
            var chunk = new byte[1 << 20];
            while (!server.end.isDone() || client.getInputStream().available() > 0) {
                int count = client.getInputStream().read(chunk);
                quiet += new String(chunk, 0, Math.max(0, count), StandardCharsets.ISO_8859_1)
                                .split(": quiet", -1)
                                .length
                        - 1;
            }

            assertThat(quiet).isLessThan(5);
        }
    }

    @Test
    void answersAFailureBeforeTheFirstByteWithItsStatus() throws Exception {
        var failure = Failure.of(FailureKind.OVERLOADED, "too much").retryAfter(Duration.ofSeconds(7));
        try (Loopback server = Loopback.stream(MemoryLog.committing(), new ScriptedFlow(List.of(failure)), NONE, LONG);
                Socket client = server.ask()) {
            assertThat(Loopback.readUntil(client, "too much"))
                    .contains(" 529 ")
                    .contains("retry-after: 7")
                    .contains("content-type: application/json");
            assertThat(server.end.get().outcome()).isEqualTo(ExchangeOutcome.FAILED);
        }
    }

    @Test
    void answersAFailureAfterTheFirstByteWithAFrame() throws Exception {
        List<StreamEvent> script =
                List.of(new Start("glm"), new TextDelta("eins"), Failure.of(FailureKind.BACKEND, "broke"));
        try (Loopback server = Loopback.stream(MemoryLog.committing(), new ScriptedFlow(script), NONE, LONG);
                Socket client = server.ask()) {
            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains(" 200 ")
                    .contains("data: error broke")
                    .doesNotContain("[DONE]");
        }
    }

    @Test
    void answersWholeOnlyAfterTheCommit() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.whole(log, new ScriptedFlow(SHORT), NONE);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            assertThat(client.getInputStream().available()).isZero();

            log.commit.complete(null);

            assertThat(Loopback.readUntil(client, "}")).contains("{\"text\":\"einszwei\"}");
        }
    }
}
