package dev.throughline.run.api;

import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@Timeout(30)
class LiveEventsIT {

    @Test
    void tellsWhatHappensUntilTheRunIsSealed() {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"chat\"}");
        HttpResponse<Stream<String>> answer = follow(chatSession);
        Iterator<String> lines = answer.body().iterator();
        List<String> seen = new ArrayList<>(upTo("run", lines));

        chatSession.say("Hello", true);
        seen.addAll(upTo("exchange-ended", lines));
        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");
        lines.forEachRemaining(seen::add);

        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("text/event-stream");
        assertThat(events(seen)).containsExactly("run", "exchange-began", "exchange-ended", "sealed");
        assertThat(seen.stream()
                        .filter(line -> line.startsWith("data:"))
                        .map(line -> line.substring(5).strip()))
                .containsExactly(
                        "{\"state\":\"CREATED\",\"exchanges\":0}",
                        "{\"number\":1}",
                        "{\"number\":1,\"outcome\":\"COMPLETED\",\"preservation\":{\"due\":0,\"exact\":0}}",
                        "{}");
    }

    @Test
    void continuesAfterTheLastIdThatTheReaderReceived() {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"chat\"}");
        Iterator<String> lines = follow(chatSession).body().iterator();
        String id = Stream.generate(lines::next)
                .filter(line -> line.startsWith("id:"))
                .findFirst()
                .orElseThrow();
        chatSession.say("Hello", true);
        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");

        List<String> continued =
                follow(chatSession, id.substring(3).strip()).body().toList();
        List<String> anew = follow(chatSession, "not-an-id").body().toList();

        assertThat(events(continued)).containsExactly("exchange-began", "exchange-ended", "sealed");
        assertThat(events(anew)).containsExactly("run", "sealed");
    }

    @Test
    void endsAtOnceForASealedRun() {
        ChatSession chatSession = ChatSession.open("{}");
        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");

        List<String> lines = follow(chatSession).body().toList();

        assertThat(lines)
                .anyMatch(line -> line.contains("\"state\":\"SEALED\""))
                .anyMatch(line -> line.contains("sealed"));
    }

    private static List<String> events(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("event:"))
                .map(line -> line.substring(6).strip())
                .toList();
    }

    private static HttpResponse<Stream<String>> follow(ChatSession chatSession) {
        return follow(chatSession, "");
    }

    private static HttpResponse<Stream<String>> follow(ChatSession chatSession, String lastReceived) {
        return TestHttpClient.send(
                TestHttpClient.underTest()
                        .request(chatSession.path() + "/events")
                        .header("Last-Event-ID", lastReceived)
                        .build(),
                HttpResponse.BodyHandlers.ofLines());
    }

    private static List<String> upTo(String event, Iterator<String> lines) {
        var seen = new ArrayList<String>();
        boolean named = false;
        while (lines.hasNext()) {
            String line = lines.next();
            seen.add(line);
            named = named || line.startsWith("event:") && line.endsWith(event);
            if (named && line.isEmpty()) {
                return seen;
            }
        }
        return seen;
    }
}
