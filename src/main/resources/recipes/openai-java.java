import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionFunctionTool;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageParam;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.chat.completions.ChatCompletionUserMessageParam;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.FunctionTool;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseIncludable;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Two user turns with a tool loop through the OpenAI library. The history is kept as its documentation says: the
/// message that a call returns is appended by `toParam()`. The variant `copy` copies its unknown fields as well.
final class Client {
    private static final String DIALECT = System.getenv("DIALECT");
    private static final String VARIANT = System.getenv().getOrDefault("VARIANT", "");
    private static final String MODEL = System.getenv("MODEL");
    private static final int MOST_STEPS = 50;
    private static final String TELLS = "Runs a shell command and gives back what it printed.";
    private static final Map<String, Object> PROPERTIES =
            Map.of("command", Map.of("type", "string", "description", "The command to run"));

    private static final OpenAIClient CLIENT = OpenAIOkHttpClient.builder()
            .baseUrl(System.getenv("BASE_URL"))
            .apiKey(System.getenv("API_KEY"))
            .maxRetries(0)
            .build();

    public static void main(String[] arguments) throws Exception {
        List<ChatCompletionMessageParam> messages = new ArrayList<>();
        List<ResponseInputItem> items = new ArrayList<>();
        for (String prompt : List.of(System.getenv("PROMPT1"), System.getenv("PROMPT2"))) {
            if (DIALECT.equals("responses")) {
                items.add(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                        .role(EasyInputMessage.Role.USER)
                        .content(prompt)
                        .build()));
                responsesTurn(items);
            } else {
                messages.add(ChatCompletionMessageParam.ofUser(
                        ChatCompletionUserMessageParam.builder().content(prompt).build()));
                chatTurn(messages);
            }
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void chatTurn(List<ChatCompletionMessageParam> messages) throws Exception {
        var tool = ChatCompletionFunctionTool.builder()
                .function(FunctionDefinition.builder()
                        .name("bash")
                        .description(TELLS)
                        .parameters(FunctionParameters.builder()
                                .putAdditionalProperty("type", JsonValue.from("object"))
                                .putAdditionalProperty("properties", JsonValue.from(PROPERTIES))
                                .putAdditionalProperty("required", JsonValue.from(List.of("command")))
                                .build())
                        .build())
                .build();
        for (int step = 0; step < MOST_STEPS; step++) {
            var request = ChatCompletionCreateParams.builder()
                    .model(MODEL)
                    .messages(messages)
                    .addTool(tool)
                    .build();
            ChatCompletionMessage message = completion(request);
            ChatCompletionAssistantMessageParam kept = message.toParam();
            if (VARIANT.equals("copy")) {
                kept = kept.toBuilder()
                        .putAllAdditionalProperties(message._additionalProperties())
                        .build();
            }
            messages.add(ChatCompletionMessageParam.ofAssistant(kept));
            if (message.toolCalls().orElse(List.of()).isEmpty()) {
                return;
            }
            for (var call : message.toolCalls().get()) {
                messages.add(ChatCompletionMessageParam.ofTool(ChatCompletionToolMessageParam.builder()
                        .toolCallId(call.asFunction().id())
                        .content(bash(call.asFunction().function().arguments()))
                        .build()));
            }
        }
    }

    private static ChatCompletionMessage completion(ChatCompletionCreateParams request) {
        if (!VARIANT.equals("stream")) {
            return CLIENT.chat().completions().create(request).choices().get(0).message();
        }
        ChatCompletionAccumulator accumulator = ChatCompletionAccumulator.create();
        try (var stream = CLIENT.chat().completions().createStreaming(request)) {
            stream.stream().forEach(accumulator::accumulate);
        }
        return accumulator.chatCompletion().choices().get(0).message();
    }

    private static String previous;

    private static void responsesTurn(List<ResponseInputItem> items) throws Exception {
        var tool = FunctionTool.builder()
                .name("bash")
                .description(TELLS)
                .strict(false)
                .parameters(FunctionTool.Parameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .putAdditionalProperty("properties", JsonValue.from(PROPERTIES))
                        .putAdditionalProperty("required", JsonValue.from(List.of("command")))
                        .build())
                .build();
        for (int step = 0; step < MOST_STEPS; step++) {
            var request = ResponseCreateParams.builder().model(MODEL).inputOfResponse(items).addTool(tool);
            if (VARIANT.equals("store-false")) {
                request.store(false).addInclude(ResponseIncludable.REASONING_ENCRYPTED_CONTENT);
            }
            boolean isServerKept = VARIANT.equals("previous-response-id");
            if (isServerKept && previous != null) {
                request.previousResponseId(previous);
            }
            Response answer = response(request.build());
            previous = answer.id();
            if (isServerKept) {
                items.clear();
            }
            boolean isCalling = false;
            for (ResponseOutputItem item : answer.output()) {
                if (!isServerKept) {
                    item.reasoning().ifPresent(it -> items.add(ResponseInputItem.ofReasoning(it)));
                    item.message().ifPresent(it -> items.add(ResponseInputItem.ofResponseOutputMessage(it)));
                    item.functionCall().ifPresent(it -> items.add(ResponseInputItem.ofFunctionCall(it)));
                }
            }
            for (ResponseOutputItem item : answer.output()) {
                if (item.functionCall().isPresent()) {
                    isCalling = true;
                    items.add(ResponseInputItem.ofFunctionCallOutput(
                            ResponseInputItem.FunctionCallOutput.builder()
                                    .callId(item.functionCall().get().callId())
                                    .output(bash(item.functionCall().get().arguments()))
                                    .build()));
                }
            }
            if (!isCalling) {
                return;
            }
        }
    }

    private static Response response(ResponseCreateParams request) {
        if (!VARIANT.equals("stream")) {
            return CLIENT.responses().create(request);
        }
        ResponseAccumulator accumulator = ResponseAccumulator.create();
        try (var stream = CLIENT.responses().createStreaming(request)) {
            stream.stream().forEach(accumulator::accumulate);
        }
        return accumulator.response();
    }

    private static String bash(String arguments) throws Exception {
        String command = (String) new com.fasterxml.jackson.databind.ObjectMapper()
                .readValue(arguments, Map.class)
                .get("command");
        Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
        return new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
