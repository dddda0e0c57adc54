package dev.throughline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.Rendering;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What a prompt of 50 messages costs. Its `main` shows how much of a prompt a new question leaves in a
/// prefix cache.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RenderBench {
    static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);

    /// A conversation in a tool loop.
    @State(Scope.Benchmark)
    public static class Conversation {
        @Param({"glm-4.5", "glm-4.7", "glm-5.3"})
        public String version = "glm-4.7";

        private ChatTemplate template = template(version);
        private ObjectNode context = toolLoop(24);

        @Setup
        public void write() {
            template = template(version);
            context = toolLoop(24);
        }
    }

    @Benchmark
    public Rendering fiftyMessages(Conversation conversation) {
        return conversation.template.render(conversation.context, NOON);
    }

    /// Prints, for each version, how much of the prompt stays after 30 tool steps and a new question; with the path of
    /// `jinja_cpu.py` what renderings take beside jinja2.
    public static void main(String... arguments) throws IOException, InterruptedException {
        PrefixFigures.print(System.out);
        if (arguments.length > 0) {
            RenderComparison.print(System.out, arguments[0], "glm-4.7");
        }
    }

    static ChatTemplate template(String version) {
        return ChatTemplate.parse(GlmVersion.find(version).orElseThrow().template());
    }

    static ObjectNode toolLoop(int steps) {
        ObjectNode context = new JsonMapper().createObjectNode().put("add_generation_prompt", true);
        context.putArray("tools")
                .addObject()
                .put("type", "function")
                .putObject("function")
                .put("name", "find");
        ArrayNode messages = context.putArray("messages");
        messages.addObject().put("role", "system").put("content", words("rule", 800));
        messages.addObject().put("role", "user").put("content", words("ask", 30));
        for (int step = 0; step < steps; step++) {
            ObjectNode answer = messages.addObject().put("role", "assistant").put("content", "");
            answer.put("reasoning_content", words("because", 120));
            ObjectNode call = answer.putArray("tool_calls").addObject().put("id", "c" + step);
            call.putObject("function")
                    .put("name", "find")
                    .putObject("arguments")
                    .put("q", words("where", 8));
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", "c" + step)
                    .put("content", words("found", 80));
        }
        return context;
    }

    private static String words(String word, int count) {
        return (word + " ").repeat(count).strip();
    }
}
