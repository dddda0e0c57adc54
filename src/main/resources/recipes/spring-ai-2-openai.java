import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/// The chat model of Spring AI 2, which uses the OpenAI library for Java.
final class Model {
    private Model() {}

    static ChatModel make() {
        return OpenAiChatModel.builder()
                .options(OpenAiChatOptions.builder()
                        .baseUrl(System.getenv("BASE_URL"))
                        .apiKey(System.getenv("API_KEY"))
                        .model(System.getenv("MODEL"))
                        .maxRetries(0)
                        .build())
                .build();
    }
}
