package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NpmCacheTest {
    @TempDir
    Path folder;

    @Test
    void triesAnInstallationThatFailedOnlyOnce() throws IOException {
        NpmCache npm = npm("echo npm error notarget No matching version found for x@1.0.0.; exit 1");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> npm.install("x", "1.0.0"))
                    .isInstanceOf(HarnessException.class)
                    .hasMessage("npm could not install x@1.0.0: No matching version found for x@1.0.0.");
        }

        assertThat(calls()).hasSize(1);
    }

    @Test
    void leavesNothingOfAnInstallationThatFailed() throws IOException {
        NpmCache npm = npm("mkdir -p node_modules/x; exit 1");

        assertThatThrownBy(() -> npm.install("x", "1.0.0")).isInstanceOf(HarnessException.class);

        try (Stream<Path> left = Files.list(folder.resolve("cache/npm/x"))) {
            assertThat(left).noneMatch(Files::isDirectory);
        }
    }

    @Test
    void asksTheRegistryOnlyForWhatIsNotInstalled() throws IOException {
        NpmCache npm = npm("echo '\"2.0.0\"'");
        npm.install("@a/x", "1.0.0");

        assertThat(npm.resolve("@a/x", "1.0.0")).isEqualTo("1.0.0");
        assertThat(calls()).hasSize(1);
        assertThat(npm.resolve("@a/x", "latest")).isEqualTo("2.0.0");
        assertThat(calls())
                .hasSize(2)
                .last()
                .isEqualTo("view @a/x@latest version --json --fetch-retries=0 --fetch-timeout=8000");
    }

    @Test
    void aRangeIsItsHighestVersion() throws IOException {
        NpmCache npm = npm("echo npm warn old; echo '['; echo '  \"6.0.9\",'; echo '  \"6.0.10\"'; echo ']'");

        assertThat(npm.resolve("ai", "^6")).isEqualTo("6.0.10");
    }

    @Test
    void readsWhatARangeOfVersionsWantsBesideIt() throws IOException {
        NpmCache npm = npm("echo '[{\"version\":\"1.0.0\"},{\"version\":\"1.1.0\"}]'");

        assertThat(npm.optionalDependencies("@a/x", "1.0.0", "1.1.0")).hasSize(2);
        assertThat(calls())
                .containsExactly("view @a/x@>=1.0.0 <=1.1.0 name version optionalDependencies --loglevel=error --json"
                        + " --fetch-retries=0 --fetch-timeout=8000");
    }

    @Test
    void namesAMissingNetwork() throws IOException {
        NpmCache npm = npm("echo npm error code ENOTFOUND; echo npm error network request failed; exit 1");

        assertThatThrownBy(() -> npm.resolve("x", "latest"))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("the npm registry cannot be reached, so x@latest cannot be looked up");
    }

    @Test
    void saysWhatTheRegistryHasNot() throws IOException {
        NpmCache npm = npm("echo npm error code E404; echo npm error 404 No match found for version 9.9.9; exit 1");

        assertThatThrownBy(() -> npm.resolve("x", "9.9.9"))
                .hasMessage("the npm registry has no x@9.9.9: No match found for version 9.9.9")
                .isInstanceOfSatisfying(
                        HarnessException.class,
                        found -> assertThat(found.isUnknownVersion()).isTrue());
    }

    @Test
    void anInstallationAboveTheLimitRemovesTheOneUsedLongestAgo() throws IOException {
        Path old = folder.resolve("cache/npm/x/1.0.0");
        Files.createDirectories(old);
        Files.write(old.resolve("a.js"), new byte[900_000]);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        NpmCache npm = npm("head -c 900000 /dev/zero >b.js", new CacheLimit(1 << 20));

        Path made = npm.install("x", "2.0.0");

        assertThat(made.resolveSibling("b.js")).exists();
        assertThat(old).doesNotExist();
    }

    private NpmCache npm(String script) throws IOException {
        return npm(script, CacheLimit.NONE);
    }

    private NpmCache npm(String script, CacheLimit limit) throws IOException {
        Path program = folder.resolve("npm");
        Files.writeString(program, "#!/bin/sh\necho \"$*\" >>" + folder.resolve("calls") + "\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new NpmCache(new Installations(folder.resolve("cache"), limit, line -> {}), Optional.of(program));
    }

    private List<String> calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }
}
