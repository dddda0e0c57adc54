package dev.throughline.harness;

import dev.throughline.harness.recipe.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class InstallationsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"npm", "pypi", "maven", "go"})
    void pathOfAnInstallationHasNoSpace(String ecosystem) {
        Path made = installations().once(ecosystem, wanted("@a/x:y"), "peer 1 <2", _ -> {});

        assertThat(folder.relativize(made).toString()).startsWith(ecosystem).doesNotContainAnyWhitespaces();
    }

    @Test
    void whatWasInterruptedIsNotInstalledAndMadeAnew() {
        Path killed = interrupted();

        assertThat(installations().has("go", "x", "1.0.0")).isFalse();
        installations().once("go", wanted("x"), "", made -> {
            assertThat(made).isEqualTo(killed).isEmptyDirectory();
        });
        assertThat(installations().has("go", "x", "1.0.0")).isTrue();
    }

    /// A process that is killed leaves what it has made so far: an error stands for it, after which nothing is tidied.
    private Path interrupted() {
        Path[] made = new Path[1];
        assertThatThrownBy(() -> installations().once("go", wanted("x"), "", folder -> {
                    made[0] = folder;
                    installations().write(folder.resolve("half"), "text");
                    throw new IllegalStateException("killed");
                }))
                .hasMessage("killed");
        assertThat(made[0].resolve("half")).exists();
        return made[0];
    }

    private Installations installations() {
        return new Installations(folder, CacheLimit.NONE, line -> {});
    }

    private static PackageCache.Wanted wanted(String name) {
        List<Recipe.Peer> none = List.of();
        return new PackageCache.Wanted(name, "1.0.0", none, List.of(), Optional.empty(), Map.of());
    }
}
