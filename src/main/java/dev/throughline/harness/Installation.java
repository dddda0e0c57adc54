package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The location of a client's program or library, and the folders to put first on its path.
///
/// @param binary the program; empty for a library of npm
/// @param modules the library's `node_modules`; empty for a program
/// @param programs folders for the front of the path
record Installation(Optional<String> binary, Optional<Path> modules, List<Path> programs) {
    /// Installs what a check needs, unless it is cached.
    /// @param given a program to use instead
    /// @throws HarnessException before anything is installed if a program is missing that the client looks for
    static Installation of(Recipe recipe, ClientSpec spec, Optional<Path> given, PackageCaches caches) {
        checkTools(recipe, spec);
        List<Path> programs = recipe.programsOf(spec).stream()
                .map(program ->
                        caches.npm().install(program.name(), program.version()).resolve(".bin"))
                .toList();
        if (given.isPresent()) {
            return new Installation(given.map(Path::toAbsolutePath).map(Path::toString), Optional.empty(), programs);
        }
        if (recipe.source() instanceof ProgramSource.Executable program) {
            String path = ProgramInstaller.path(program).toString();
            return new Installation(Optional.of(path), Optional.empty(), programs);
        }
        PackageCache.Installed installed = caches.of(recipe.origin()).install(ProgramInstaller.wanted(recipe, spec));
        return new Installation(installed.binary(), installed.modules(), programs);
    }

    private static void checkTools(Recipe recipe, ClientSpec spec) {
        for (Recipe.ToolNeeded tool : recipe.tools()) {
            if (Recipe.applies(tool.when(), spec)
                    && ProcessSession.onPath(tool.name()).isEmpty()) {
                throw HarnessException.withoutTool(spec.label() + " needs " + tool.name() + " on the PATH; install "
                        + tool.install() + " (Debian: apt-get install " + tool.install() + ")");
            }
        }
    }
}
