import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.MessageParam;
import com.anthropic.models.messages.Tool;
import com.anthropic.models.messages.ToolResultBlockParam;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Two user turns with a tool loop through the Anthropic library. The history is kept as its documentation says: the
/// message that a call returns is appended by `toParam()`.
final class Client {
    private static final String VARIANT = System.getenv().getOrDefault("VARIANT", "");
    private static final int MOST_STEPS = 50;

    private static final AnthropicClient CLIENT = AnthropicOkHttpClient.builder()
            .baseUrl(System.getenv("BASE_URL"))
            .apiKey(System.getenv("API_KEY"))
            .maxRetries(0)
            .build();

    public static void main(String[] arguments) throws Exception {
        List<MessageParam> messages = new ArrayList<>();
        for (String prompt : List.of(System.getenv("PROMPT1"), System.getenv("PROMPT2"))) {
            messages.add(MessageParam.ofUser(prompt));
            turn(messages);
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void turn(List<MessageParam> messages) throws Exception {
        Tool tool = Tool.builder()
                .name("bash")
                .description("Runs a shell command and gives back what it printed.")
                .inputSchema(Tool.InputSchema.builder()
                        .properties(JsonValue.from(
                                Map.of("command", Map.of("type", "string", "description", "The command to run"))))
                        .putAdditionalProperty("required", JsonValue.from(List.of("command")))
                        .build())
                .build();
        for (int step = 0; step < MOST_STEPS; step++) {
            Message message = answer(MessageCreateParams.builder()
                    .model(System.getenv("MODEL"))
                    .maxTokens(8192)
                    .enabledThinking(2048)
                    .messages(messages)
                    .addTool(tool)
                    .build());
            messages.add(message.toParam());
            List<ContentBlockParam> results = new ArrayList<>();
            for (var block : message.content()) {
                if (block.isToolUse()) {
                    results.add(ContentBlockParam.ofToolResult(ToolResultBlockParam.builder()
                            .toolUseId(block.asToolUse().id())
                            .content(bash(block.asToolUse()._input()))
                            .build()));
                }
            }
            if (results.isEmpty()) {
                return;
            }
            messages.add(MessageParam.ofUserOfContentBlockParams(results));
        }
    }

    private static Message answer(MessageCreateParams request) {
        if (!VARIANT.equals("stream")) {
            return CLIENT.messages().create(request);
        }
        MessageAccumulator accumulator = MessageAccumulator.create();
        try (var stream = CLIENT.messages().createStreaming(request)) {
            stream.stream().forEach(accumulator::accumulate);
        }
        return accumulator.message();
    }

    private static String bash(JsonValue input) throws Exception {
        String command = (String) input.convert(Map.class).get("command");
        Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
