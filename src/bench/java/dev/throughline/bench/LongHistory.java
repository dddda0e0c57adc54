package dev.throughline.bench;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// Chat requests that each start a new conversation with a long history of tool calls and their results. Thread-safe.
final class LongHistory {
    private static final String HEAD =
            "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"";
    private static final String FIRST = "Count for me, please. This is number ";
    private static final String TOOLS = """
            ],"tools":[{"type":"function","function":{"name":"bash","parameters":{"type":"object",
            "properties":{"command":{"type":"string"}}}}}]}""";
    private static final String STEP = """
            ,{"role":"assistant","content":null,"reasoning_content":"The next file is part %1$d.","tool_calls":[
            {"id":"call_%1$d","type":"function","function":{"name":"bash","arguments":"{\\"command\\":\\"cat part-%1$d\\"}"}}]},
            {"role":"tool","tool_call_id":"call_%1$d","content":"%2$s"}""";

    private final String rest;
    private final AtomicInteger numbers = new AtomicInteger();

    /// @param steps calls of the tool
    /// @param resultBytes length of each result
    LongHistory(int steps, int resultBytes) {
        var history = new StringBuilder("\"}");
        var random = new Random(1);
        for (int step = 1; step <= steps; step++) {
            history.append(STEP.formatted(step, result(random, resultBytes)));
        }
        rest = history.append(steps == 0 ? "]}" : TOOLS).toString();
    }

    /// The next request, in ASCII.
    String next() {
        return HEAD + FIRST + numbers.incrementAndGet() + rest;
    }

    /// Words, as compressible as a listing is.
    private static String result(Random random, int bytes) {
        var words = new StringBuilder(bytes + 10);
        while (words.length() < bytes) {
            words.append(Integer.toString(random.nextInt(1 << 20), 36)).append(' ');
        }
        return words.substring(0, bytes);
    }
}
