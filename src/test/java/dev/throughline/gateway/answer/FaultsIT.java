package dev.throughline.gateway.answer;

import dev.throughline.gateway.MemoryLog;
import dev.throughline.gateway.ScriptedFlow;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.InjectedFault.Kind;
import dev.throughline.trace.ExchangeOutcome;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class FaultsIT {
    private static final List<StreamEvent> SCRIPT = List.of(
            new Start("glm"),
            new TextDelta("eins"),
            new TextDelta("zwölf"),
            new TextDelta("drei"),
            new Finish(FinishReason.STOP));

    @Test
    void slicesEveryWrite() throws Exception {
        Seen seen = stream(Kind.SLICE, 3);

        assertThat(seen.text).contains("3\r\ndat\r\n3\r\na: \r\n").endsWith("0\r\n\r\n");
        assertThat(seen.end.outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
    }

    @Test
    void dropsTheConnectionAfterSomeEvents() throws Exception {
        Seen seen = stream(Kind.DROP_AFTER, 2);

        assertThat(seen.text).contains("eins").doesNotContain("zw").doesNotContain("0\r\n\r\n");
        assertThat(seen.end.outcome()).isEqualTo(ExchangeOutcome.FAILED);
        assertThat(seen.end.tokens()).isEqualTo(2);
    }

    @Test
    void dropsTheConnectionInsideACharacter() throws Exception {
        Seen seen = stream(Kind.DROP_INSIDE_CHARACTER, 0);

        assertThat(seen.text).endsWith("data: zw\u00c3\r\n");
    }

    @Test
    void writesAMalformedEventAndGoesOn() throws Exception {
        Seen seen = stream(Kind.MALFORMED_EVENT, 2);

        assertThat(seen.text.indexOf("malformed")).isBetween(seen.text.indexOf("eins"), seen.text.indexOf("drei"));
        assertThat(seen.text).contains("[DONE]");
    }

    @Test
    void leavesTheEndMarkerOut() throws Exception {
        Seen seen = stream(Kind.MISSING_END, 0);

        assertThat(seen.text).contains("data: stop").doesNotContain("[DONE]").endsWith("0\r\n\r\n");
        assertThat(seen.end.outcome()).isEqualTo(ExchangeOutcome.FAILED);
    }

    @Test
    void sendsAnEmptyBody() throws Exception {
        Seen seen = stream(Kind.EMPTY_BODY, 0);

        assertThat(seen.text).contains(" 200 OK").doesNotContain("data:").endsWith("0\r\n\r\n");
    }

    @Test
    void cutsAWholeBodyInHalf() throws Exception {
        Seen seen = whole(Kind.DROP_AFTER, 1);

        assertThat(seen.text).contains("{\"text\"").doesNotContain("}");
        assertThat(seen.end.outcome()).isEqualTo(ExchangeOutcome.FAILED);
    }

    private record Seen(String text, ExchangeEnd end) {}

    private static WireFaults fault(Kind kind, int amount) {
        return WireFaults.of(List.of(new InjectedFault(kind, OptionalInt.empty(), amount)));
    }

    private static Seen stream(Kind kind, int amount) throws Exception {
        try (Loopback server = Loopback.stream(
                MemoryLog.committing(), new ScriptedFlow(SCRIPT), fault(kind, amount), Duration.ofSeconds(60))) {
            return seen(server);
        }
    }

    private static Seen whole(Kind kind, int amount) throws Exception {
        try (Loopback server = Loopback.whole(MemoryLog.committing(), new ScriptedFlow(SCRIPT), fault(kind, amount))) {
            return seen(server);
        }
    }

    private static Seen seen(Loopback server) throws Exception {
        try (Socket client = server.ask()) {
            String text = Loopback.readUntil(client, "0\r\n\r\n");
            return new Seen(text, server.end.get());
        }
    }
}
