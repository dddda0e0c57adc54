import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;

/// The chat model: by default it neither returns thinking nor sends it.
final class Model {
    private Model() {}

    static ChatModel whole(String variant) {
        var model = OpenAiChatModel.builder()
                .baseUrl(System.getenv("BASE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .modelName(System.getenv("MODEL"))
                .maxRetries(0);
        if (!variant.isEmpty()) {
            model.returnThinking(true);
        }
        if (variant.equals("keep")) {
            model.sendThinking(true, "reasoning_content");
        }
        return model.build();
    }

    static StreamingChatModel streaming(String variant) {
        var model = OpenAiStreamingChatModel.builder()
                .baseUrl(System.getenv("BASE_URL"))
                .apiKey(System.getenv("API_KEY"))
                .modelName(System.getenv("MODEL"));
        if (variant.equals("keep-stream")) {
            model.returnThinking(true).sendThinking(true, "reasoning_content");
        }
        return model.build();
    }
}
