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

    private static List<String> names(String stream) throws IOException {
        var reader = new WatchedEventReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)));
        List<String> names = new ArrayList<>();
        for (Optional<WatchedEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
            names.add(event.get().name() + " " + event.get().data());
        }
        return names;
    }
}
