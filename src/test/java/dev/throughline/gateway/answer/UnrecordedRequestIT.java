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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/// A client receives nothing of an answer whose request may be missing in the record.
@Timeout(30)
class UnrecordedRequestIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final List<StreamEvent> BEGINNING = List.of(new Start("glm"), new TextDelta("eins"));
    private static final List<StreamEvent> ALL =
            List.of(new Start("glm"), new TextDelta("eins"), new TextDelta("zwei"), new Finish(FinishReason.STOP));

    @Test
    void getsItsAnswerOnceItIsRecorded() throws Exception {
        var log = MemoryLog.committing();
        try (Loopback server = Loopback.held(log, new ScriptedFlow(BEGINNING), LONG);
                Socket client = server.ask()) {
            awaitEvents(log, 2);
            Pause.millis(200);
            assertThat(client.getInputStream().available()).isZero();

            server.succeed();

            assertThat(Loopback.readUntil(client, "eins")).contains(" 200 ");
        }
    }

    @Test
    void getsAnEndedAnswerWhole() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.held(log, new ScriptedFlow(ALL), LONG);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);
            Pause.millis(200);
            assertThat(client.getInputStream().available()).isZero();

            server.succeed();
            log.commit.complete(null);

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: eins\n\ndata: zwei\n\n", "data: stop\n\ndata: [DONE]\n\n");
        }
    }

    @Test
    void getsAnAnswerThatIsRecordedWithItsRequestInOnePiece() throws Exception {
        var log = new MemoryLog();
        try (Loopback server = Loopback.held(log, new ScriptedFlow(ALL), LONG);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);

            server.run(() -> {
                server.succeedInThisTurn();
                log.commit.complete(null);
            });

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: eins\n\ndata: zwei\n\ndata: stop\n\ndata: [DONE]\n\n");
        }
    }

    @Test
    void getsAnErrorAndNothingOfTheAnswerIfItCannotBeRecorded() throws Exception {
        var log = new MemoryLog();
        var away = new IllegalStateException("the database is away");
        log.commit.completeExceptionally(away);
        try (Loopback server = Loopback.held(log, new ScriptedFlow(BEGINNING), LONG);
                Socket client = server.ask()) {
            awaitEvents(log, 2);
            Consumer<? super Throwable> lost = log.fearing.get(10, TimeUnit.SECONDS);

            server.fail(away);
            server.run(() -> lost.accept(away));

            assertThat(Loopback.readUntil(client, "could not be recorded"))
                    .contains(" 503 ")
                    .contains("application/json")
                    .doesNotContain("eins");
        }
    }

    @Test
    void getsNothingOfTheAnswerBehindAKeepAliveEither() throws Exception {
        var log = new MemoryLog();
        var away = new IllegalStateException("the database is away");
        log.commit.completeExceptionally(away);
        try (Loopback server = Loopback.held(log, new ScriptedFlow(BEGINNING), Duration.ofMillis(30));
                Socket client = server.ask()) {
            awaitEvents(log, 2);
            assertThat(Loopback.readUntil(client, ": quiet"))
                    .contains(" 200 ")
                    .contains("text/event-stream")
                    .doesNotContain("eins");
            Consumer<? super Throwable> lost = log.fearing.get(10, TimeUnit.SECONDS);

            server.fail(away);
            server.run(() -> lost.accept(away));

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .contains("data: error ")
                    .doesNotContain("eins")
                    .doesNotContain("[DONE]");
        }
    }

    @Test
    void getsTheErrorOfAnAnswerThatBrokeOffMeanwhileBehindWhatItSaid() throws Exception {
        List<StreamEvent> script = new ArrayList<>(BEGINNING);
        script.add(Failure.of(FailureKind.BACKEND, "broke"));
        var log = new MemoryLog();
        try (Loopback server = Loopback.held(log, new ScriptedFlow(script), LONG);
                Socket client = server.ask()) {
            log.askedForCommit.get(10, TimeUnit.SECONDS);

            server.succeed();
            log.commit.complete(null);

            assertThat(Loopback.readUntil(client, "0\r\n\r\n"))
                    .containsSubsequence(" 200 ", "data: eins\n\n", "data: error broke\n\n");
            ExchangeEnd end = server.end.get(10, TimeUnit.SECONDS);
            assertThat(end.outcome()).isEqualTo(ExchangeOutcome.FAILED);
            assertThat(end.status()).isEqualTo(200);
        }
    }

    @Test
    void holdsASourceThatSaysMuch() throws Exception {
        List<StreamEvent> script = new ArrayList<>(Collections.nCopies(1_000, new TextDelta("x".repeat(1_000))));
        script.add(new Finish(FinishReason.STOP));
        var flow = new ScriptedFlow(script);
        try (Loopback server = Loopback.held(MemoryLog.committing(), flow, LONG);
                Socket client = server.ask()) {
            flow.paused.get(10, TimeUnit.SECONDS);
            Pause.millis(200);
            assertThat(flow.sent.get()).isLessThan(100);
            assertThat(client.getInputStream().available()).isZero();

            server.succeed();

            assertThat(Loopback.readUntil(client, "[DONE]").chars().filter(read -> read == 'x'))
                    .hasSizeGreaterThanOrEqualTo(1_000_000);
        }
    }

    private static void awaitEvents(MemoryLog log, int count) {
        while (log.tokens() < count) {
            Pause.millis(5);
        }
    }
}
