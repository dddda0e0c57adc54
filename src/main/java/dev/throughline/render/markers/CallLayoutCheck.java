package dev.throughline.render.markers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.filter.Anomaly;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Parses the probes' calls with the markers of a family.
final class CallLayoutCheck {
    private static final int MOST_CALLS = 8;

    private CallLayoutCheck() {}

    /// Whether the filter finds exactly the calls of the probe, and nothing else to repair or to show.
    ///
    /// @param written what the template writes for them
    static boolean reads(FamilyMarkers family, String written, int count) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        JsonNode any = json.objectNode();
        var settings = new FilterSettings(
                false,
                Map.of(MarkerProbes.FUNCTION + "0", any, MarkerProbes.FUNCTION + "1", any),
                MOST_CALLS,
                () -> "call");
        var filter = new FamilyFilter(settings, family);
        StringBuilder found = new StringBuilder();
        filter.on(new TextDelta(written), event -> add(event, found));
        filter.on(new Finish(FinishReason.STOP), event -> add(event, found));
        boolean isClean = filter.anomalies().stream().allMatch(each -> each.kind() == Anomaly.Kind.TURN_CONTINUED);
        return isClean && found.toString().replaceAll("\\s", "").equals(expected(count));
    }

    private static void add(StreamEvent event, StringBuilder found) {
        switch (event) {
            case TextDelta(String text) -> found.append("text:").append(text);
            case ToolCallStart(int _, String _, String name) -> found.append(name);
            case ToolCallArgs(int _, String fragment) -> found.append(fragment);
            default -> {}
        }
    }

    private static String expected(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> MarkerProbes.FUNCTION + number + MarkerProbes.arguments(number))
                .collect(Collectors.joining());
    }
}
