import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Two user turns with a tool loop through `AiServices` of LangChain4j, which keeps the messages in its memory.
final class Client {
    /// What the library implements.
    interface Assistant {
        String chat(String message);
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
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(Model.make(System.getenv().getOrDefault("VARIANT", "")))
                .chatMemory(MessageWindowChatMemory.withMaxMessages(100))
                .tools(new Tools())
                .build();
        for (String prompt : List.of(System.getenv("PROMPT1"), System.getenv("PROMPT2"))) {
            assistant.chat(prompt);
        }
        System.out.println("done");
        System.exit(0);
    }
}
