package dev.throughline.stub;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ScriptedToolUseTest {
    private static final String TEXTS = "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}";

    @ParameterizedTest(name = "{0}({1})")
    @CsvSource({"bash, command, 3", "run_commands, commands, 1"})
    void givesAnArrayOfWordsOrOfWholeCommands(String name, String field, int size) {
        Tool tool = tool(name, "{\"type\":\"object\",\"properties\":{\"" + field + "\":" + TEXTS + "}}");

        ScriptedToolUse use = among(tool).orElseThrow();

        assertThat(use.isShell()).isTrue();
        assertThat(StubRequests.json(use.call(new TraceTokenFactory(Dialect.ANTHROPIC, 1))
                                .arguments())
                        .path(field))
                .hasSize(size);
    }

    @Test
    void leavesAToolOfTheProvidersToTheProvider() {
        Tool theirs = tool("web_search", "{}");
        Tool ours = tool("look_up", "{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\"}}}");

        assertThat(among(theirs, ours))
                .hasValueSatisfying(use -> assertThat(use.tool()).isEqualTo(ours));
        assertThat(among(theirs))
                .hasValueSatisfying(use -> assertThat(use.tool()).isEqualTo(theirs));
    }

    private static Optional<ScriptedToolUse> among(Tool... tools) {
        return ScriptedToolUse.among(StubRequests.request(Dialect.ANTHROPIC, List.of(tools), new ToolChoice.Auto()));
    }

    private static Tool tool(String name, String schema) {
        return new Tool(name, "", StubRequests.json(schema));
    }
}
