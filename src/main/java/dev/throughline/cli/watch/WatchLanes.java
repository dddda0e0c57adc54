package dev.throughline.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Draws events as lines with one lane for each request that is being answered: a request keeps its lane until its
/// answer ends. What clients and models wrote is in none of them.
final class WatchLanes {
    private static final int FREE = 0;
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String FAINT = "2";

    private final boolean isColored;
    // The number of the request in each lane; FREE for none.
    private final List<Integer> lanes = new ArrayList<>();

    WatchLanes(boolean isColored) {
        this.isColored = isColored;
    }

    /// The line of an event.
    String line(WatchedEvent event) {
        JsonNode data = event.data();
        return switch (event.name()) {
            case "run" -> joined(data);
            case "exchange-began" -> began(data.path("number").asInt());
            case "exchange-ended" -> ended(data);
            case "sealed" -> drawn(-1, "") + "sealed";
            default -> drawn(-1, "") + paint(FAINT, event.name());
        };
    }

    private String joined(JsonNode data) {
        lanes.clear();
        return "run " + data.path("state").asText().toLowerCase(Locale.ROOT) + ", "
                + data.path("exchanges").asInt() + " requests so far";
    }

    private String began(int number) {
        int lane = lanes.indexOf(FREE);
        if (lane < 0) {
            lanes.add(number);
            lane = lanes.size() - 1;
        } else {
            lanes.set(lane, number);
        }
        return drawn(lane, "●") + "request " + number;
    }

    private String ended(JsonNode data) {
        int number = data.path("number").asInt();
        JsonNode kept = data.path("preservation");
        int due = kept.path("due").asInt();
        int exact = kept.path("exact").asInt();
        String outcome = data.path("outcome").asText().toLowerCase(Locale.ROOT).replace('_', ' ');
        boolean isComplete = outcome.equals("completed");
        String sign = sign(isComplete, due, exact);
        String line = drawn(Math.max(0, lane(number)), sign) + "request " + number + " " + outcome
                + (kept.isObject() ? ": " + kept(due, exact, kept.path("outcomes")) : "");
        free(number);
        return line;
    }

    private String sign(boolean isComplete, int due, int exact) {
        if (!isComplete) {
            return paint(YELLOW, "!");
        }
        if (due > exact) {
            return paint(RED, "✕");
        }
        return due > 0 ? paint(GREEN, "✓") : "○";
    }

    private String kept(int due, int exact, JsonNode outcomes) {
        if (due == 0) {
            return paint(FAINT, "nothing was due");
        }
        if (due == exact) {
            return paint(GREEN, exact + " of " + due + " kept");
        }
        String others = StreamSupport.stream(((Iterable<String>) outcomes::fieldNames).spliterator(), false)
                .map(name -> outcomes.path(name).asInt() + " "
                        + name.toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
        return paint(RED, exact + " of " + due + " kept, " + others);
    }

    private int lane(int number) {
        int lane = lanes.indexOf(number);
        if (lane < 0) {
            began(number);
            lane = lanes.indexOf(number);
        }
        return lane;
    }

    private void free(int number) {
        lanes.set(lanes.indexOf(number), FREE);
        while (!lanes.isEmpty() && lanes.getLast() == FREE) {
            lanes.removeLast();
        }
    }

    private String drawn(int marked, String sign) {
        var line = new StringBuilder();
        for (int lane = 0; lane < lanes.size(); lane++) {
            line.append(lane == marked ? sign : lanes.get(lane) == FREE ? " " : "│")
                    .append(' ');
        }
        return line.toString();
    }

    private String paint(String code, String text) {
        return isColored ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
