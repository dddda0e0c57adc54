import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/// The chat model of Spring AI 1, which uses its own HTTP client.
final class Model {
    private Model() {}

    static ChatModel make() {
        OpenAiApi api = OpenAiApi.builder()
                .baseUrl(System.getenv("BARE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .build();
        return OpenAiChatModel.builder()
                .openAiApi(api)
                .defaultOptions(OpenAiChatOptions.builder()
                        .model(System.getenv("MODEL"))
                        .build())
                .build();
    }
}
