package dev.throughline.cli.output;

import dev.throughline.cli.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PrefixCommandTest {
    private static final String ASK = "{\"role\": \"user\", \"content\": \"Where?\"}";
    private static final String ANSWER = """
            {"role": "assistant", "reasoning_content": "Look it up.", "content": "There."}""";
    private static final String BARE = "{\"role\": \"assistant\", \"content\": \"There.\"}";
    private static final String RESULT = "{\"role\": \"tool\", \"content\": \"found\"}";
    private static final String QUESTION = "{\"role\": \"user\", \"content\": \"And?\"}";

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Path request(String name, String model, String more, String... messages) throws IOException {
        return write(
                name,
                "{\"model\": \"" + model + "\", \"messages\": [" + String.join(", ", messages) + "]" + more + "}");
    }

    private CommandRunner.Outcome compared(String model, String more, String... later) throws IOException {
        Path before = request("a.json", model, more, ASK);
        Path after = request("b.json", model, more, later);
        return CommandRunner.run("prefix " + before + " " + after + " " + write("answer.json", ANSWER));
    }

    @Test
    void aPromptThatContinuesIsStable() throws IOException {
        CommandRunner.Outcome outcome = compared("glm-4.7", "", ASK, ANSWER, RESULT);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.YES);
        assertThat(outcome.text()).contains("tokens repeated (estimated)").doesNotContain("lost");
    }

    @Test
    void whatTheClientDroppedIsAvoidable() throws IOException {
        CommandRunner.Outcome outcome = compared("zai-org/GLM-4.7", "", ASK, BARE, RESULT);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.NO);
        assertThat(outcome.text())
                .contains("REASONING_DROPPED at /messages/1/reasoning_content")
                .contains("avoidable by the client");
    }

    @Test
    void anOptionThatWouldHaveKeptItIsNamed() throws IOException {
        CommandRunner.Outcome outcome = compared("glm-4.7", "", ASK, ANSWER, QUESTION);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.NO);
        assertThat(outcome.text()).contains("REASONING_CLEARED").contains("avoidable with clear_thinking=false");
        assertThat(compared("glm-4.7", ", \"chat_template_kwargs\": {\"clear_thinking\": false}", ASK, ANSWER, QUESTION)
                        .code())
                .isEqualTo(ExitCode.YES);
    }

    @Test
    void theTemplateAloneIsNoFailureButANote() throws IOException {
        Path template = write("t.jinja", """
                {{ messages|length }}{% for m in messages %}{{ m.content }}{% endfor %}""");
        Path before = request("a.json", "mine", "", ASK);
        Path after = request("b.json", "mine", "", ASK, BARE, QUESTION);

        CommandRunner.Outcome outcome = CommandRunner.run("prefix " + before + " " + after + " --template " + template);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.YES);
        assertThat(outcome.text()).contains("TEMPLATE_REWRITES").contains("only the template breaks the prefix");
    }

    @Test
    void withoutATemplateNothingIsKnown() throws IOException {
        CommandRunner.Outcome outcome = compared("qwen3", "", ASK, ANSWER, RESULT);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(outcome.text())
                .contains("no template is known for \"qwen3\"")
                .contains("glm-4.7");
    }

    @Test
    void takesTheTextOfAnAnswer() throws IOException {
        Path before = request("a.json", "glm-4.7", "", ASK);
        Path after = request("b.json", "glm-4.7", "", ASK, BARE, RESULT);
        Path answer = write("answer.txt", "Look it up.</think>There.");

        CommandRunner.Outcome outcome = CommandRunner.run("prefix " + before + " " + after + " --answer " + answer);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(ExitCode.NO);
        assertThat(outcome.text()).contains("REASONING_DROPPED");
    }

    @Test
    void wrongCommandLinesSayWhatToDo() throws IOException {
        Path before = request("a.json", "glm-4.7", "", ASK);

        assertUsage("prefix " + before + " none.json", "There is no file none.json");
        assertUsage("prefix " + before + " " + before + " --dialect latin", "known: openai-chat");
        assertUsage("prefix RUN!", "Expected a run id");
        assertUsage("prefix " + before + " " + write("x.json", "{"), "not valid JSON");
    }

    private static void assertUsage(String command, String words) {
        CommandRunner.Outcome outcome = CommandRunner.run(command);

        assertThat(outcome.code()).as(command).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.text()).contains(words);
    }
}
