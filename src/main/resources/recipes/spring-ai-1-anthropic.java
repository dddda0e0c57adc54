import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.api.AnthropicApi;
import org.springframework.ai.chat.model.ChatModel;

/// The chat model of Spring AI 1, which uses its own HTTP client.
final class Model {
    private Model() {}

    static ChatModel make() {
        AnthropicApi api = AnthropicApi.builder()
                .baseUrl(System.getenv("BASE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .build();
        return AnthropicChatModel.builder()
                .anthropicApi(api)
                .defaultOptions(AnthropicChatOptions.builder()
                        .model(System.getenv("MODEL"))
                        .maxTokens(8192)
                        .temperature(1.0)
                        .thinking(AnthropicApi.ThinkingType.ENABLED, 2048)
                        .build())
                .build();
    }
}
