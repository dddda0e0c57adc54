package dev.throughline.run.report;

import dev.throughline.conversation.Dialect;
import java.util.Optional;

/// The lines of a program that puts an answer into its history whole, by the library that it uses. Those for libraries
/// are what their recipes do, which were measured to keep reasoning.
final class WholeAnswerCode {
    private WholeAnswerCode() {}

    /// Empty for what is no library known here: a program whose code its user does not write.
    /// @param library id of the product; empty for an undeclared client, which gets the JSON
    /// @param field that carries the reasoning
    static Optional<String> of(Dialect dialect, String library, String field) {
        return switch (library) {
            case "" -> Optional.of(json(dialect, field));
            case "openai-node", "groq-node", "together-node", "anthropic-node" -> Optional.of(script(dialect, field));
            case "openai-python", "groq-python", "together-python", "litellm", "anthropic-python" ->
                Optional.of(python(dialect, field));
            case String _ -> Optional.empty();
        };
    }

    private static String json(Dialect dialect, String field) {
        return switch (dialect) {
            case OPENAI_CHAT -> """
                {"role": "assistant", "%s": …, "content": …, "tool_calls": …}""".formatted(field);
            case ANTHROPIC -> """
                {"role": "assistant", "content": [{"type": "thinking", "thinking": …, "signature": …}, …]}""";
            case RESPONSES -> """
                {"type": "reasoning", "id": …, "summary": …, "content": …, "encrypted_content": …}""";
        };
    }

    private static String script(Dialect dialect, String field) {
        return switch (dialect) {
            case OPENAI_CHAT -> """
                messages.push(completion.choices[0].message) // whole
                // Streamed: finalMessage() lacks the field, collect it from the chunks.
                reasoning += chunk.choices[0]?.delta?.%1$s ?? ''
                messages.push({ role: 'assistant', content, tool_calls, %1$s: reasoning })""".formatted(field);
            case ANTHROPIC -> "messages.push({ role: 'assistant', content: message.content }) // all blocks";
            case RESPONSES -> "input.push(...response.output) // all items";
        };
    }

    private static String python(Dialect dialect, String field) {
        return switch (dialect) {
            case OPENAI_CHAT -> """
                messages.append(completion.choices[0].message.model_dump(exclude_none=True))  # whole
                # Streamed: collect the field from the chunks.
                reasoning += getattr(chunk.choices[0].delta, "%1$s", None) or ""
                messages.append({"role": "assistant", "content": content, "tool_calls": calls, "%1$s": reasoning})\
                """.formatted(field);
            case ANTHROPIC -> """
                messages.append({"role": "assistant", "content": message.content})  # all blocks""";
            case RESPONSES -> "input += response.output  # all items";
        };
    }
}
