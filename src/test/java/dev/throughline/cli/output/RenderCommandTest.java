package dev.throughline.cli.output;

import dev.throughline.cli.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RenderCommandTest {
    private static final String REQUEST = """
            {"model": "glm", "messages": [
              {"role": "user", "content": "Where\\u0007?"},
              {"role": "assistant", "content": "", "reasoning_content": "old",
               "tool_calls": [{"id": "a", "function": {"name": "find", "arguments": "{\\"q\\": \\"x\\"}"}}]},
              {"role": "user", "content": "And?"}]%s}""";

    @TempDir
    private Path folder;

    private Path request;

    @BeforeEach
    void writeRequest() throws IOException {
        request = write("request.json", REQUEST.formatted(""));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void rendersARequestWithATemplateOfOurs() {
        CommandRunner.Outcome outcome = CommandRunner.run("render " + request + " --template glm-4.7");

        assertThat(outcome.code()).as(outcome.text()).isZero();
        assertThat(outcome.text())
                .isEqualTo("[gMASK]<sop><|user|>Where\u0007?<|assistant|></think><tool_call>find<arg_key>q</arg_key>"
                        + "<arg_value>x</arg_value></tool_call><|user|>And?<|assistant|><think>");
    }

    @Test
    void optionsOfTheRequestReachTheTemplate() throws IOException {
        Path kept = write("kept.json", REQUEST.formatted(", \"chat_template_kwargs\": {\"clear_thinking\": false}"));

        assertThat(CommandRunner.run("render " + kept + " --template glm-4.7").text())
                .contains("<think>old</think>");
    }

    @Test
    void takesATemplateFileAndATokenizerConfig() throws IOException {
        Path template = write("t.jinja", "{{ bos_token }}{{ messages[0].role }}");
        Path config =
                write("tokenizer_config.json", "{\"bos_token\": \"<s>\", \"chat_template\": \"{{ bos_token }}!\"}");

        assertThat(CommandRunner.run("render " + request + " --template " + template)
                        .text())
                .isEqualTo("user");
        assertThat(CommandRunner.run("render " + request + " --template " + config)
                        .text())
                .isEqualTo("<s>!");
    }

    @Test
    void shapesForTerminalsProgramsAndPages() {
        String command = "render " + request + " --template glm-4.7 --format ";

        assertThat(CommandRunner.run(command + "ansi").text()).contains("\u001b[34mWhere\uFFFD?\u001b[0m");
        assertThat(CommandRunner.run(command + "json").text()).contains("\"pointer\":\"/messages/0/content\"");
        assertThat(CommandRunner.run(command + "html").text())
                .contains("<del title=\"/messages/1/reasoning_content\">old</del>");
    }

    @Test
    void wrongCommandLinesSayWhatToDo() throws IOException {
        Path broken = write("broken.json", "{\"messages\": [");
        Path arguments = write("arguments.json", """
                {"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{q"}}]}]}""");

        assertUsage("render " + request, "--template is missing");
        assertUsage("render " + request + " --template glm-9", "glm-4.7");
        assertUsage("render " + request + " --template glm-4.7 --format pdf", "known: ansi");
        assertUsage("render " + request + " --template glm-4.7 --format ids", "--tokenizer is missing");
        assertUsage("render " + broken + " --template glm-4.7", "not valid JSON");
        assertUsage("render " + arguments + " --template glm-4.7", "/messages/0/tool_calls/0/function/arguments");
        assertUsage("render none.json --template glm-4.7", "There is no file none.json");
    }

    private static void assertUsage(String command, String words) {
        CommandRunner.Outcome outcome = CommandRunner.run(command);

        assertThat(outcome.code()).as(command).isEqualTo(ExitCode.USAGE);
        assertThat(outcome.text()).contains(words);
    }

    @Test
    void aTemplateThatFailsNamesTheLine() throws IOException {
        Path failing = write("t.jinja", "x\n{{ raise_exception('No tools.') }}");

        CommandRunner.Outcome outcome = CommandRunner.run("render " + request + " --template " + failing);

        assertThat(outcome.code()).isEqualTo(ExitCode.FAILED);
        assertThat(outcome.text()).contains("TemplateError at line 2").contains("No tools.");
    }

    @Test
    void describesATemplate() {
        CommandRunner.Outcome outcome = CommandRunner.run("template glm-4.7");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.text())
                .contains("options    add_generation_prompt, clear_thinking")
                .contains("reasoning  <think> … </think>; an answer starts inside it")
                .contains("calls      <tool_call> … </tool_call>")
                .contains("<|observation|>")
                .containsPattern("tool step +by default +yes")
                .containsPattern("question +by default +no: REASONING_CLEARED at /messages/2/reasoning_content")
                .containsPattern("question +clear_thinking=false +yes");
    }
}
