import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Two user turns with a tool loop through `AiServices` of LangChain4j, which keeps the messages in its memory.
final class Client {
    private static final String VARIANT = System.getenv().getOrDefault("VARIANT", "");

    /// What the library implements.
    interface Assistant {
        String chat(String message);

        TokenStream stream(String message);
    }

    /// The tool.
    public static final class Tools {
        @Tool("Runs a shell command and gives back what it printed.")
        public String bash(@P("The command to run") String command) throws Exception {
            Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] arguments) {
        boolean isStreaming = VARIANT.endsWith("stream");
        AiServices<Assistant> services = AiServices.builder(Assistant.class)
                .chatMemory(MessageWindowChatMemory.withMaxMessages(100))
                .tools(new Tools());
        Assistant assistant = (isStreaming
                        ? services.streamingChatModel(Model.streaming(VARIANT))
                        : services.chatModel(Model.whole(VARIANT)))
                .build();
        for (String prompt : List.of(System.getenv("PROMPT1"), System.getenv("PROMPT2"))) {
            if (isStreaming) {
                read(assistant.stream(prompt));
            } else {
                assistant.chat(prompt);
            }
        }
        System.out.println("done");
        System.exit(0);
    }

    private static void read(TokenStream answer) {
        var ended = new CompletableFuture<Void>();
        answer.onPartialResponse(text -> {})
                .onCompleteResponse(response -> ended.complete(null))
                .onError(ended::completeExceptionally)
                .start();
        ended.join();
    }
}
