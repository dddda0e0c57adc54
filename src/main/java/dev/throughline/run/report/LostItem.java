package dev.throughline.run.report;

import dev.throughline.conversation.Dialect;
import dev.throughline.run.report.Remedy.Kind;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import java.util.Comparator;
import java.util.Optional;

/// The first item that a run lost: reasoning, if any was.
record LostItem(ItemVerdict item) {
    private static final String USUAL = "reasoning_content";

    static Optional<LostItem> of(RunVerdict verdict) {
        return verdict.items().stream()
                .filter(item -> item.counts() && item.outcome().isLoss())
                .min(Comparator.comparing(ItemVerdict::category).thenComparing(ItemVerdict::observedIn))
                .map(LostItem::new);
    }

    /// As far as its place shows it.
    Optional<Dialect> dialect() {
        if (item.path().startsWith("/input")) {
            return Optional.of(Dialect.RESPONSES);
        }
        return switch (item.field()) {
            case "" -> Optional.empty();
            case "thinking", ReasoningFields.REDACTED -> Optional.of(Dialect.ANTHROPIC);
            case String _ -> Optional.of(Dialect.OPENAI_CHAT);
        };
    }

    /// The field of a chat answer that carried it, empty for the usual field.
    String field() {
        boolean isChat = dialect().equals(Optional.of(Dialect.OPENAI_CHAT));
        return isChat && !item.field().equals(USUAL) ? item.field() : "";
    }

    /// The item that the request should have carried, and its place.
    /// @param kept a sentence that the client keeps it, empty for none
    /// @param client its product, empty if it is not known
    Remedy remedy(Optional<String> kept, String client) {
        String message = item.path().replaceFirst("^(/[^/]*/[^/]*)/.*", "$1");
        String place = message.isEmpty() ? "" : " in `" + message + "`";
        return new Remedy(
                Kind.REQUEST,
                kept.map(words -> words + " ").orElse("") + "Send " + what() + " back" + place + " of request "
                        + item.observedIn() + ", " + how()
                        + " as exchange " + item.exchange() + " issued it" + found() + ".",
                dialect()
                        .flatMap(dialect -> WholeAnswerCode.of(dialect, client, ReasoningFields.main(item.field())))
                        .orElse(null));
    }

    private String found() {
        return item.outcome() == Outcome.MISSING && !item.path().isEmpty()
                ? ": the request has the answer without it"
                : "";
    }

    private String what() {
        return switch (item.category()) {
            case THINK -> "`" + ReasoningFields.main(item.field()) + "`";
            case CONTENT -> "the text";
            case TOOL_ID -> "the id of the call";
            case TOOL_IN -> "the arguments of the call";
            case TOOL_OUT -> "the output of the tool";
        };
    }

    private String how() {
        return switch (item.outcome()) {
            case REORDERED, DUPLICATED -> "once and in the order";
            case SIGNATURE_LOST, SIGNATURE_ALTERED -> "with the signature,";
            case Outcome _ -> "unchanged,";
        };
    }

    /// The lines of a program that puts an answer into its history whole, by the library that it uses. Those
    /// for libraries are what their recipes do, which were measured to keep reasoning.
    static final class WholeAnswerCode {
        private WholeAnswerCode() {}

        /// Empty for what is no library known here: a program whose code its user does not write.
        /// @param library id of the product; empty for an undeclared client, which gets the JSON
        /// @param field that carries the reasoning
        static Optional<String> of(Dialect dialect, String library, String field) {
            return switch (library) {
                case "" -> Optional.of(json(dialect, field));
                case "openai-node", "groq-node", "together-node", "anthropic-node" ->
                    Optional.of(script(dialect, field));
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
}
