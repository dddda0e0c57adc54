import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/// Two user turns with a tool loop through the `ChatClient` of Spring AI, whose advisor keeps the messages in a memory.
final class Client {
    /// The tool.
    public static final class Tools {
        @Tool(description = "Runs a shell command and gives back what it printed.")
        public String bash(@ToolParam(description = "The command to run") String command) throws Exception {
            Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void main(String[] arguments) {
        MessageWindowChatMemory memory =
                MessageWindowChatMemory.builder().maxMessages(100).build();
        ChatClient client = ChatClient.builder(Model.make())
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .defaultTools(new Tools())
                .build();
        for (String prompt : List.of(System.getenv("PROMPT1"), System.getenv("PROMPT2"))) {
            ChatClient.ChatClientRequestSpec request =
                    client.prompt().user(prompt).advisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, "one"));
            if (System.getenv().getOrDefault("VARIANT", "").equals("stream")) {
                request.stream().content().collectList().block();
            } else {
                request.call().content();
            }
        }
        System.out.println("done");
        System.exit(0);
    }
}
