import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;

/// The chat model: it sends the thinking that it returns, but returns none by default.
final class Model {
    private Model() {}

    static ChatModel whole(String variant) {
        return AnthropicChatModel.builder()
                .baseUrl(System.getenv("BASE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .modelName(System.getenv("MODEL"))
                .maxTokens(8192)
                .thinkingType("enabled")
                .thinkingBudgetTokens(2048)
                .returnThinking(variant.equals("return"))
                .maxRetries(0)
                .build();
    }

    static StreamingChatModel streaming(String variant) {
        return AnthropicStreamingChatModel.builder()
                .baseUrl(System.getenv("BASE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .modelName(System.getenv("MODEL"))
                .maxTokens(8192)
                .thinkingType("enabled")
                .thinkingBudgetTokens(2048)
                .returnThinking(variant.equals("return-stream"))
                .build();
    }
}
