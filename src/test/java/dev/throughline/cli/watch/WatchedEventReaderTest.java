package dev.throughline.cli.watch;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WatchedEventReaderTest {
    private static final String STREAM = ": hello\n\nevent: run\ndata: {\"exchanges\":1}\n\n: still here\n\n"
            + "event:exchange-began\r\ndata:{\"number\":2}\r\n\r\nevent: sealed\n\n";

    @Test
    void readsNamesAndDataAndSkipsComments() throws IOException {
        assertThat(names(STREAM))
                .containsExactly("run {\"exchanges\":1}", "exchange-began {\"number\":2}", "sealed {}");
    }

    @Test
    void dropsAnEventThatIsCutOff() throws IOException {
        List<String> whole = names(STREAM);

        for (int cut = 0; cut <= STREAM.length(); cut++) {
            List<String> read = names(STREAM.substring(0, cut));

            assertThat(read).as("cut at %d", cut).isEqualTo(whole.subList(0, read.size()));
        }
    }

    @Test
    void anEventWithoutJsonIsAnError() {
        assertThatThrownBy(() -> names("event: run\ndata: {oops\n\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run");
    }

    @Test
    void anotherConnectionContinuesAfterTheLastIdAndRepeatsNothing() throws IOException {
        String first = "event: run\ndata: {}\n\nid: 0\n: continue here\n\nevent: a\ndata: {\"number\":1}\n\n";
        String second = "event: b\ndata: {\"number\":1}\n\nid: 1\n\n";
        String again = "event: a\ndata: {\"number\":1}\n\n" + second;
        for (int cut = first.length(); cut <= (first + second).length(); cut++) {
            var position = new WatchedPosition();
            List<String> read = names((first + second).substring(0, cut), position);
            position.connect();

            read.addAll(names(position.id().equals("0") ? again : "", position));

            assertThat(read).as("cut at %d", cut).containsExactly("run {}", "a {\"number\":1}", "b {\"number\":1}");
            assertThat(position.id()).isEqualTo("1");
        }
    }

    private static List<String> names(String stream) throws IOException {
        return names(stream, new WatchedPosition());
    }

    private static List<String> names(String stream, WatchedPosition position) throws IOException {
        var reader =
                new WatchedEventReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), position);
        List<String> names = new ArrayList<>();
        for (Optional<WatchedEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
            names.add(event.get().name() + " " + event.get().data());
        }
        return names;
    }
}
