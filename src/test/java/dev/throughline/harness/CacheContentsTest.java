package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CacheContentsTest {
    private static final int KIB = 1024;
    private static final String COMPLETE = ".throughline-complete";

    @TempDir
    Path root;

    @Test
    void listsInstallationsByLastUseWithTheirSizes() throws IOException {
        installed("@a+x", "1.0.0 zod@^4", 3, Duration.ofHours(5));
        installed("y", "2.0.0", 5, Duration.ofHours(9));

        List<CacheContents.Entry> entries = contents().entries();

        assertThat(entries)
                .extracting(entry -> root.relativize(entry.path()) + " " + entry.bytes() / KIB)
                .containsExactly("npm/y/2.0.0 5", "npm/@a+x/1.0.0 zod@^4 3");
        assertThat(entries.getLast().used()).isBefore(Instant.now().minus(Duration.ofHours(4)));
        assertThat(contents().entries()).isEqualTo(entries);
    }

    @Test
    void trimsWhatWasUsedLongestAgoUntilTheLimitHolds() throws IOException {
        Path old = installed("old", "1.0.0", 600, Duration.ofHours(9));
        Path middle = installed("middle", "1.0.0", 600, Duration.ofHours(8));
        Path young = installed("young", "1.0.0", 600, Duration.ofHours(7));

        List<CacheContents.Entry> removed = contents().trim(new CacheLimit(1300 * KIB));

        assertThat(removed).extracting(CacheContents.Entry::path).containsExactly(old);
        assertThat(old).doesNotExist();
        assertThat(middle).isDirectory();
        assertThat(young).isDirectory();
        assertThat(contents().trim(CacheLimit.NONE)).isEmpty();
    }

    @Test
    void keepsWhatMayBeInUse() throws IOException {
        Path used = installed("used", "1.0.0", 600, Duration.ofMinutes(50));
        Path old = installed("old", "1.0.0", 600, Duration.ofHours(2));
        CacheContents.use(old);

        assertThat(contents().trim(new CacheLimit(KIB))).isEmpty();
        assertThat(used).isDirectory();
        assertThat(old).isDirectory();
    }

    @Test
    void theSizeOfAnInstallationIsStoredOnlyOnceItIsComplete() throws IOException {
        unfinished("x", "1.0.0", 3, Duration.ofHours(2));
        assertThat(contents().entries()).extracting(CacheContents.Entry::bytes).containsExactly(3L * KIB);

        installed("x", "1.0.0", 7, Duration.ofHours(2));
        assertThat(contents().entries()).extracting(CacheContents.Entry::bytes).containsExactly(7L * KIB);

        installed("x", "1.0.0", 5, Duration.ofHours(2));
        assertThat(contents().entries())
                .as("a complete installation is not walked again")
                .extracting(CacheContents.Entry::bytes)
                .containsExactly(7L * KIB);
    }

    @Test
    void removesAnInstallationThatWasInterrupted() throws IOException {
        Path interrupted = unfinished("x", "1.0.0_11111111", 2, Duration.ofHours(2));

        assertThat(contents().trim(new CacheLimit(KIB))).hasSize(1);
        assertThat(interrupted).doesNotExist();
        assertThat(interrupted.getParent()).isEmptyDirectory();
    }

    @Test
    void isEmptyBeforeTheFirstInstallation() {
        assertThat(contents().entries()).isEmpty();
        assertThat(contents().trim(new CacheLimit(KIB))).isEmpty();
    }

    @Test
    void theLimitIsInMib() {
        assertThat(CacheLimit.of(Map.of()).bytes()).isEqualTo(10L << 30);
        assertThat(CacheLimit.of(Map.of(CacheLimit.VARIABLE, "2")).bytes()).isEqualTo(2L << 20);
        assertThat(CacheLimit.of(Map.of(CacheLimit.VARIABLE, "0"))).isEqualTo(CacheLimit.NONE);
        assertThat(CacheLimit.NONE.isExceededBy(Long.MAX_VALUE)).isFalse();
        assertThat(new CacheLimit(1)).hasToString("at most 1 MiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "10 GiB", "99999999999"})
    void aLimitThatIsNoAmountIsNamed(String value) {
        assertThatThrownBy(() -> CacheLimit.of(Map.of(CacheLimit.VARIABLE, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("THROUGHLINE_CACHE_MIB")
                .hasMessageContaining(value);
    }

    private CacheContents contents() {
        return new CacheContents(root);
    }

    private Path installed(String product, String version, int kib, Duration ago) throws IOException {
        Path folder = unfinished(product, version, kib, ago);
        Files.writeString(folder.resolve(COMPLETE), "");
        return used(folder, ago);
    }

    private Path unfinished(String product, String version, int kib, Duration ago) throws IOException {
        Path folder = root.resolve("npm").resolve(product).resolve(version);
        Files.createDirectories(folder.resolve("node_modules"));
        Files.write(folder.resolve("node_modules/some.js"), new byte[kib * KIB]);
        return used(folder, ago);
    }

    private static Path used(Path folder, Duration ago) throws IOException {
        return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(ago)));
    }
}
