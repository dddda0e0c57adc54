package dev.throughline.containers;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.postgresql.PostgreSQLContainer;

import static org.assertj.core.api.Assertions.assertThat;

/// The Java example of the page on builds: a client of LangChain4j, driven through the published image.
class ReasoningIT {
    @Test
    void clientKeepsReasoning() throws Exception {
        try (Network network = Network.newNetwork();
                var database = new PostgreSQLContainer("postgres:17");
                var throughline = new GenericContainer<>("ghcr.io/throughline-dev/throughline:0.2.0")) {
            database.withNetwork(network).withNetworkAliases("database").start();
            throughline
                    .withNetwork(network)
                    .withEnv("THROUGHLINE_DATABASE_URL", "postgresql://test:test@database/test");
            throughline.withCommand("serve", "--host=0.0.0.0", "--access=open-to-everyone");
            throughline
                    .withExposedPorts(8080)
                    .waitingFor(Wait.forHttp("/q/health/ready"))
                    .start();
            String url = "http://" + throughline.getHost() + ":" + throughline.getMappedPort(8080) + "/v1";

            var client = OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("glm-4.7");
            var model = client.returnThinking(true).sendThinking(true).build();
            List<ChatMessage> history = new ArrayList<>();
            for (String question : List.of("Hello.", "And now?", "Anything else?")) {
                history.add(UserMessage.from(question));
                history.add(model.chat(history).aiMessage());
            }

            assertThat(URI.create(url + "/validation_report").toURL().openStream())
                    .asString(StandardCharsets.UTF_8)
                    .contains("\"verdict\":\"PASS\"");
        }
    }
}
