package dev.throughline.stub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.trace.Category;
import dev.throughline.wire.StrictJson;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A harmless tool among those that the client offers, and a field of its input that accepts our text.
///
/// @param isShell whether the text is a command whose output can be predicted
record ScriptedToolUse(Tool tool, String field, boolean isShell) {
    private static final List<String> COMMAND_FIELDS = List.of("command", "cmd", "script", "commands");
    private static final List<String> SHELL_NAMES = List.of("bash", "shell", "terminal", "exec", "command");
    private static final List<String> HARMLESS_NAMES = List.of(
            "weather", "search", "grep", "glob", "list", "ls", "read", "get", "lookup", "query", "fetch", "echo");
    private static final List<String> HARMFUL_NAMES = List.of(
            "write",
            "edit",
            "patch",
            "delete",
            "remove",
            "move",
            "rename",
            "todo",
            "task",
            "agent",
            "question",
            "ask",
            "kill",
            "stop",
            "plan",
            "create",
            "update",
            "notebook",
            "input",
            "output",
            "skill",
            "send",
            "schedule");

    /// The tool to use for a request; empty if no suitable one is offered, or calls are forbidden.
    static Optional<ScriptedToolUse> among(Conversation request) {
        return switch (request.toolChoice()) {
            case ToolChoice.None _ -> Optional.empty();
            case ToolChoice.Named(String name) ->
                request.tools().stream()
                        .filter(tool -> tool.name().equals(name))
                        .findFirst()
                        .map(tool -> shell(tool).orElseGet(() -> other(tool)));
            case ToolChoice.Auto _, ToolChoice.Required _ -> harmless(request.tools());
        };
    }

    private static Optional<ScriptedToolUse> harmless(List<Tool> tools) {
        Optional<ScriptedToolUse> shell = tools.stream()
                .filter(tool -> !matches(tool, List.of("output", "kill", "stop", "input", "stdin")))
                .flatMap(tool -> shell(tool).stream())
                .findFirst();
        return shell.isPresent()
                ? shell
                : tools.stream()
                        .filter(tool -> rank(tool) < Integer.MAX_VALUE)
                        .min(Comparator.comparingInt(ScriptedToolUse::rank))
                        .map(ScriptedToolUse::other);
    }

    /// Ranks tools that only read first; a tool that changes things or asks a person has no rank. A tool without a
    /// schema comes last: the provider may run it, as Anthropic does `web_search_20250305`, and the client cannot.
    private static int rank(Tool tool) {
        if (matches(tool, HARMFUL_NAMES)) {
            return Integer.MAX_VALUE;
        }
        if (tool.schema().isEmpty()) {
            return HARMLESS_NAMES.size() + 1;
        }
        for (int i = 0; i < HARMLESS_NAMES.size(); i++) {
            if (matches(tool, HARMLESS_NAMES.subList(i, i + 1))) {
                return i;
            }
        }
        return HARMLESS_NAMES.size();
    }

    private static boolean matches(Tool tool, List<String> words) {
        String name = tool.name().toLowerCase(Locale.ROOT);
        return words.stream().anyMatch(name::contains);
    }

    private static Optional<ScriptedToolUse> shell(Tool tool) {
        JsonNode fields = tool.schema().path("properties");
        return matches(tool, SHELL_NAMES)
                ? COMMAND_FIELDS.stream()
                        .filter(fields::has)
                        .findFirst()
                        .map(field -> new ScriptedToolUse(tool, field, true))
                : Optional.empty();
    }

    private static ScriptedToolUse other(Tool tool) {
        return new ScriptedToolUse(
                tool, SchemaFiller.freeTextField(tool.schema()).orElse(""), false);
    }

    /// A call of this tool with new tokens.
    ScriptBlock.Call call(TraceTokenFactory traceTokenFactory) {
        String input = traceTokenFactory.next(Category.TOOL_IN);
        String output = isShell ? traceTokenFactory.next(Category.TOOL_OUT) : "";
        ObjectNode arguments = SchemaFiller.required(tool.schema());
        if (isShell) {
            command(arguments, command(input, output));
        } else if (!field.isEmpty()) {
            arguments.put(field, input);
        }
        return new ScriptBlock.Call(traceTokenFactory.callId(), tool.name(), StrictJson.text(arguments), input, output);
    }

    // An array is one command split into words, unless its name is plural: cline 3 takes whole commands.
    private void command(ObjectNode arguments, String command) {
        JsonNode type = tool.schema().path("properties").path(field).path("type");
        if (field.endsWith("s") && type.asText().equals("array")) {
            arguments.putArray(field).add(command);
        } else if (type.asText().equals("array")) {
            arguments.putArray(field).add("bash").add("-lc").add(command);
        } else {
            arguments.put(field, command);
        }
    }

    /// Prints the output token without containing it, so that only an executed command can have printed it.
    private static String command(String input, String output) {
        int middle = output.lastIndexOf('-') + 1;
        return "echo '" + input + "' && printf '%s%s\\n' '" + output.substring(0, middle) + "' '"
                + output.substring(middle) + "'";
    }
}
