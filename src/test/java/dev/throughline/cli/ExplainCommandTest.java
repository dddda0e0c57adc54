package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.cli.CommandRunner.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ExplainCommandTest {
    private static final String REQUEST = """
        {"model": "claude-opus-4-8", "max_tokens": 9000, "thinking": {"type": "enabled", "budget_tokens": 2000},
         "messages": [{"role": "user", "content": "go"}]}
        """;

    @TempDir
    Path folder;

    private static Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("explain"));
        all.addAll(List.of(arguments));
        return CommandRunner.run(all);
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void namesTheRuleThePlaceAndTheMend() throws Exception {
        Outcome ran = run(file("request.json", REQUEST));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text())
                .contains("profile  anthropic:opus-4.8, anthropic")
                .contains("refused  anthropic-enabled-refused at /thinking/type")
                .contains("mend     write `output_config.effort` instead of a budget")
                .contains("SigmaNight/basiliskLLM#1185");
    }

    @Test
    void asksAboutAnotherVendor() throws Exception {
        Outcome ran = run(file("request.json", REQUEST), "--vendor", "anthropic:4.5", "--json");
        JsonNode said = JsonMapper.builder().build().readTree(ran.text());

        assertThat(ran.code()).isZero();
        assertThat(said.path("accepted").asBoolean()).isTrue();
        assertThat(said.path("profile").asText()).isEqualTo("anthropic:4.5");
    }

    @Test
    void findsTheRuleOfAnErrorThatTheRequestDoesNotShow() throws Exception {
        String request = """
            {"model": "gpt-5.6", "input": [{"type": "reasoning", "summary": [], "encrypted_content": "E"},
             {"type": "function_call", "call_id": "c", "name": "a", "arguments": "{}"},
             {"type": "function_call_output", "call_id": "c", "output": "o"}], "store": false}
            """;
        String error = "{\"error\": {\"message\": \"Encrypted content item_id did not match the target item id.\"}}";

        Outcome ran = run(file("request.json", request), "--error", file("error.json", error));

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.text())
                .contains("accepted, as far as the request shows")
                .contains("the error is that of openai-blob-id")
                .contains("rewrote the history");
    }

    @Test
    void whatSourcesDisagreeOnIsUnknown() throws Exception {
        String request = "{\"model\": \"glm-5.3\", \"reasoning_effort\": \"medium\", \"messages\": []}";

        Outcome ran = run(file("request.json", request), "--vendor", "zai:glm-5.3");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.text()).contains("warned  zai-effort at /reasoning_effort");
    }

    @Test
    void aModelThatTheRuleBookDoesNotKnowIsAUsageError() throws Exception {
        Outcome ran = run(file("request.json", "{\"model\": \"nobody\", \"messages\": []}"));

        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.text()).contains("no profile for the model nobody").contains("deepseek:v4");
    }

    @Test
    void printsTheRuleBook() {
        Outcome ran = run("--rules");

        assertThat(ran.code()).isZero();
        assertThat(ran.text()).startsWith("# What each vendor demands").contains("`mistral-call-id`");
    }
}
