package dev.throughline.stub;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.StrictJson;
import java.util.List;

/// How a GLM model writes reasoning and calls. Source: the public chat templates of GLM-4.5 and GLM-4.7.
///
/// @param gap the text between the parts of a call
/// @param startsInReasoning whether the template has already written the opener
record RawLayout(String gap, boolean startsInReasoning) {
    static RawLayout of(StubOutputForm form) {
        return switch (form) {
            case RAW_GLM_4_5 -> new RawLayout("\n", false);
            case RAW_GLM_4_7 -> new RawLayout("", true);
            case NATIVE -> throw new IllegalArgumentException("the native form has no layout");
        };
    }

    String write(List<ScriptBlock> blocks) {
        var text = new StringBuilder();
        boolean isOpen = startsInReasoning;
        for (ScriptBlock scriptBlock : blocks) {
            switch (scriptBlock) {
                case ScriptBlock.Reasoning(String _, String thought, String _) -> {
                    text.append(isOpen ? "" : gap + "<think>").append(thought).append("</think>");
                    isOpen = false;
                }
                case ScriptBlock.Text(String _, String said) -> {
                    closeEmpty(isOpen, text);
                    isOpen = false;
                    text.append(gap).append(said);
                }
                case ScriptBlock.Call call -> {
                    closeEmpty(isOpen, text);
                    isOpen = false;
                    call(call, text);
                }
                case ScriptBlock.Redacted _ -> {}
            }
        }
        return text.toString();
    }

    private static void closeEmpty(boolean isOpen, StringBuilder text) {
        if (isOpen) {
            text.append("</think>");
        }
    }

    private void call(ScriptBlock.Call call, StringBuilder text) {
        text.append(gap).append("<tool_call>").append(call.name()).append(gap);
        parse(call.arguments()).properties().forEach(argument -> {
            JsonNode value = argument.getValue();
            text.append("<arg_key>")
                    .append(argument.getKey())
                    .append("</arg_key>")
                    .append(gap);
            text.append("<arg_value>").append(value.isTextual() ? value.textValue() : StrictJson.text(value));
            text.append("</arg_value>").append(gap);
        });
        text.append("</tool_call>");
    }

    private static JsonNode parse(String arguments) {
        try {
            return StrictJson.MAPPER.readTree(arguments);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a script's own arguments are JSON", e);
        }
    }
}
