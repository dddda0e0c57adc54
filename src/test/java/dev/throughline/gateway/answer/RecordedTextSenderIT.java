package dev.throughline.gateway.answer;

import dev.throughline.gateway.MemoryLog;
import dev.throughline.gateway.ScriptedFlow;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.wire.sse.RecordedText;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/// A text of the record is repeated whole, or its frame has no end.
@Timeout(30)
class RecordedTextSenderIT {
    private static final int DELTAS = 40;
    private static final String WHOLE = "0,1,2,3,4,5,6,7,8,9,".repeat(DELTAS / 10);
    private static final RecordedText TEXT = new RecordedText(RecordedText.Kind.TEXT, 1, 1 + DELTAS, WHOLE.length());
    private static final String END = "0\r\n\r\n";

    private final MemoryLog log = MemoryLog.committing();

    @Test
    void repeatsWhatWasSaid() throws Exception {
        try (Loopback server = Loopback.repeating(log, flow(), TEXT);
                Socket client = server.ask()) {
            assertThat(said(Loopback.readUntil(client, END)))
                    .contains("data: all \"" + WHOLE + "\"\n\ndata: stop\n\ndata: [DONE]\n\n");
            assertThat(server.end.get().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
            assertThat(server.corrected).isNotDone();
        }
    }

    @Test
    void readsShortTextsThatFollowOneAnotherInPages() throws Exception {
        RecordedText[] texts = IntStream.rangeClosed(1, DELTAS)
                .mapToObj(at -> new RecordedText(RecordedText.Kind.TEXT, at, at + 1, 2))
                .toArray(RecordedText[]::new);
        try (Loopback server = Loopback.repeating(log, flow(), texts);
                Socket client = server.ask()) {
            String all = said(Loopback.readUntil(client, END));

            assertThat(all).contains("data: all \"9,\"\n\ndata: stop\n\ndata: [DONE]\n\n");
            assertThat(all.split("data: all", -1)).hasSize(1 + DELTAS);
            assertThat(log.pagesRead).hasValueLessThan(DELTAS / 4);
        }
    }

    @Test
    void aRecordThatCannotBeReadEndsTheAnswerWithAnErrorAtOnce() throws Exception {
        log.unreadableFrom = 0;
        try (Loopback server = Loopback.repeating(log, flow(), TEXT);
                Socket client = server.ask()) {
            String all = said(Loopback.readUntil(client, END));

            assertThat(all).contains("data: error ").doesNotContain("data: all").doesNotContain("[DONE]");
            assertFailed(server);
        }
    }

    @Test
    void aRecordThatCannotBeReadToItsEndBreaksTheConnectionOff() throws Exception {
        log.unreadableFrom = DELTAS / 2;

        assertBrokenOff(TEXT);
    }

    @Test
    void aRecordWithAGapBreaksTheConnectionOff() throws Exception {
        log.removed = DELTAS / 2;

        assertBrokenOff(TEXT);
    }

    @Test
    void aTextOfAnotherLengthBreaksTheConnectionOff() throws Exception {
        assertBrokenOff(new RecordedText(RecordedText.Kind.TEXT, 1, 1 + DELTAS, WHOLE.length() + 1));
    }

    private void assertBrokenOff(RecordedText text) throws Exception {
        try (Loopback server = Loopback.repeating(log, flow(), text);
                Socket client = server.ask()) {
            String all = said(Loopback.readUntil(client, END));

            assertThat(all)
                    .contains("data: all \"0,1,")
                    .doesNotContain("data: stop")
                    .doesNotContain("data: error");
            assertThat(all.substring(all.indexOf("data: all"))).doesNotContain("\n\n");
            assertFailed(server);
        }
    }

    private static void assertFailed(Loopback server) throws Exception {
        ExchangeEnd corrected = server.corrected.get(10, TimeUnit.SECONDS);
        assertThat(corrected.outcome()).isEqualTo(ExchangeOutcome.FAILED);
        assertThat(corrected.error()).isPresent();
    }

    private static ScriptedFlow flow() {
        List<StreamEvent> script = new ArrayList<>(List.of(new Start("glm")));
        for (int i = 0; i < DELTAS; i++) {
            script.add(new TextDelta(i % 10 + ","));
        }
        script.add(new Finish(FinishReason.STOP));
        return new ScriptedFlow(script);
    }

    /// The body without the sizes of its chunks.
    private static String said(String answer) {
        return answer.replaceAll("\r\n[0-9a-f]+\r\n", "");
    }
}
