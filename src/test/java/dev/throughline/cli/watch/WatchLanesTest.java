package dev.throughline.cli.watch;

import dev.throughline.text.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WatchLanesTest {
    private static final String STREAM = """
            :still here

            event:run
            data:{"state":"RUNNING","exchanges":3}

            event: exchange-began
            data: {"number":4}

            event: exchange-began
            data: {"number":5}

            event: exchange-ended
            data: {"number":4,"outcome":"COMPLETED","preservation":{"due":3,"exact":3}}

            event: exchange-began
            data: {"number":6}

            event: exchange-ended
            data: {"number":5,"outcome":"COMPLETED","preservation":{"due":3,"exact":1,"outcomes":{"MISSING":2}}}

            event: exchange-ended
            data: {"number":6,"outcome":"CLIENT_GONE"}

            event: sealed
            data: {}

            event: exchange-began
            data: {"number":7}""";

    @Test
    void aRequestKeepsItsLaneUntilItsAnswerEnds() throws IOException {
        assertThat(lines(false))
                .containsExactly(
                        "run running, 3 requests so far",
                        "● request 4",
                        "│ ● request 5",
                        "✓ │ request 4 completed: 3 of 3 kept",
                        "● │ request 6",
                        "│ ✕ request 5 completed: 1 of 3 kept, 2 missing",
                        "! request 6 client gone",
                        "sealed");
    }

    @Test
    void colorsOnlyRepeatWhatTheLineSays() throws IOException {
        List<String> colored = lines(true);

        assertThat(String.join("\n", colored)).contains("\u001b[31m");
        assertThat(colored.stream()
                        .map(line -> line.replaceAll("\u001b\\[[0-9]+m", ""))
                        .toList())
                .isEqualTo(lines(false));
    }

    @Test
    void anEndWithoutItsBeginningIsShown() throws IOException {
        var event = new WatchedEvent("exchange-ended", Json.TREES.readTree("{\"number\":9,\"outcome\":\"COMPLETED\"}"));

        assertThat(new WatchLanes(false).line(event)).isEqualTo("○ request 9 completed");
    }

    @Test
    void aNewConnectionBeginsWithoutLanes() throws IOException {
        var lanes = new WatchLanes(false);
        lanes.line(new WatchedEvent("exchange-began", Json.TREES.readTree("{\"number\":1}")));

        lanes.line(new WatchedEvent("run", Json.TREES.readTree("{\"state\":\"RUNNING\",\"exchanges\":7}")));

        assertThat(lanes.line(new WatchedEvent("exchange-began", Json.TREES.readTree("{\"number\":8}"))))
                .isEqualTo("● request 8");
    }

    private static List<String> lines(boolean isColored) throws IOException {
        var lanes = new WatchLanes(isColored);
        var events = new WatchedEventReader(
                new ByteArrayInputStream(STREAM.getBytes(StandardCharsets.UTF_8)), new WatchedPosition());
        List<String> lines = new ArrayList<>();
        for (Optional<WatchedEvent> event = events.next(); event.isPresent(); event = events.next()) {
            lines.add(lanes.line(event.get()));
        }
        return lines;
    }
}
