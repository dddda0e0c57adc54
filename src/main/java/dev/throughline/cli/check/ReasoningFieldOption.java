package dev.throughline.cli.check;

import dev.throughline.wire.ReasoningField;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The option for where a chat answer of the stub carries its reasoning.
final class ReasoningFieldOption {
    /// The fields that servers use, the usual one first: a client that loses one is tried with the others.
    static final List<String> COMMON = List.of("reasoning_content", "reasoning", "reasoning_details");

    private static final String CHAT = "openai-chat";

    @Option(
            names = "--reasoning-field",
            paramLabel = "FIELD",
            description = "Where the stub's chat answers carry reasoning: reasoning_content (the default), reasoning,"
                    + " reasoning_details, reasoning_text or both (the first two). A client that loses it in one is"
                    + " tried with the other two of the first three.")
    private Optional<String> field = Optional.empty();

    /// The chosen field; empty for the usual one.
    Optional<String> chosen(String dialect, CommandSpec spec) {
        check(field, spec);
        if (field.isPresent() && !dialect.equals(CHAT)) {
            throw new ParameterException(
                    spec.commandLine(), "--reasoning-field: only " + CHAT + " has a choice, not " + dialect + ".");
        }
        return field;
    }

    /// Refuses a field that the stub does not know.
    static void check(Optional<String> field, CommandSpec spec) {
        List<String> known =
                Arrays.stream(ReasoningField.values()).map(ReasoningField::id).toList();
        field.filter(one -> !known.contains(one)).ifPresent(one -> {
            throw new ParameterException(
                    spec.commandLine(),
                    "--reasoning-field: expected one of " + String.join(", ", known) + ", found " + one + ".");
        });
    }

    /// The fields to try with a client that lost reasoning in this one; empty where there is no choice.
    static List<String> others(String dialect, Optional<String> tried) {
        String first = tried.orElse(COMMON.getFirst());
        return dialect.equals(CHAT)
                ? COMMON.stream().filter(one -> !one.equals(first)).toList()
                : List.of();
    }
}
