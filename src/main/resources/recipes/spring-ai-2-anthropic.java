import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.model.ChatModel;

/// The chat model of Spring AI 2, which uses the Anthropic library for Java.
final class Model {
    private Model() {}

    static ChatModel make() {
        return AnthropicChatModel.builder()
                .options(AnthropicChatOptions.builder()
                        .baseUrl(System.getenv("BASE_URL"))
                        .apiKey(System.getenv("API_KEY"))
                        .model(System.getenv("MODEL"))
                        .maxTokens(8192)
                        .thinkingEnabled(2048)
                        .maxRetries(0)
                        .build())
                .build();
    }
}
