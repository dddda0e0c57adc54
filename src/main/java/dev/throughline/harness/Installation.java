package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The location of a client's program or library, and the folders to put first on its path.
///
/// @param binary the program; empty for a library
/// @param modules the library's `node_modules`; empty for a program
/// @param programs folders for the front of the path
record Installation(Optional<String> binary, Optional<Path> modules, List<Path> programs) {
    /// Installs what a check needs, unless it is cached.
    /// @param given a program to use instead
    /// @throws HarnessException before anything is installed if a program is missing that the client looks for
    static Installation of(Recipe recipe, ClientSpec spec, Optional<Path> given, NpmCache npm) {
        checkTools(recipe, spec);
        List<Path> programs = recipe.programsOf(spec).stream()
                .map(program -> npm.install(program.name(), program.version()).resolve("node_modules/.bin"))
                .toList();
        if (given.isPresent()) {
            return new Installation(given.map(Path::toAbsolutePath).map(Path::toString), Optional.empty(), programs);
        }
        if (recipe.source() instanceof ProgramSource.Executable program) {
            String path = ProgramInstaller.path(program).toString();
            return new Installation(Optional.of(path), Optional.empty(), programs);
        }
        if (recipe.source() instanceof ProgramSource.Python python) {
            Path path = new ProgramInstaller(npm)
                    .program(
                            python,
                            spec.version(),
                            Optional.ofNullable(recipe.binary()).orElseThrow());
            return new Installation(Optional.of(path.toString()), Optional.empty(), programs);
        }
        return ofNpm(recipe, spec, npm, programs);
    }

    private static void checkTools(Recipe recipe, ClientSpec spec) {
        for (Recipe.ToolNeeded tool : recipe.tools()) {
            if (Recipe.applies(tool.when(), spec)
                    && ProcessSession.onPath(tool.name()).isEmpty()) {
                throw new HarnessException(spec.label() + " needs " + tool.name() + " on the PATH; install "
                        + tool.install() + " (Debian: apt-get install " + tool.install() + ")");
            }
        }
    }

    private static Installation ofNpm(Recipe recipe, ClientSpec spec, NpmCache npm, List<Path> programs) {
        String packageName = Optional.ofNullable(recipe.packageName()).orElseThrow();
        List<String> peers = recipe.peersOf(spec).stream()
                .map(peer ->
                        peer.name() + "@" + spec.packageVersion(peer.name()).orElse(peer.version()))
                .toList();
        Path modules = npm.install(packageName, spec.version(), peers).resolve("node_modules");
        return recipe.isLibrary()
                ? new Installation(Optional.empty(), Optional.of(modules), programs)
                : new Installation(
                        Optional.of(
                                modules.resolve(".bin").resolve(recipe.binary()).toString()),
                        Optional.empty(),
                        programs);
    }
}
