package dev.throughline.harness;

import dev.throughline.harness.recipe.Ecosystem;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The caches of all ecosystems, in one folder.
public final class PackageCaches {
    private static final String CACHE_VARIABLE = "THROUGHLINE_CACHE_DIR";

    private final NpmCache npm;
    private final Map<Ecosystem, PackageCache> caches;

    /// @param root the folder
    /// @param limit what the installations may take on disk; those used longest ago are removed
    public PackageCaches(Path root, CacheLimit limit, ProgressListener progressListener) {
        this(root, limit, progressListener, ProcessSession.onPath("npm"));
    }

    /// @param npm the program; empty if there is none
    public PackageCaches(Path root, CacheLimit limit, ProgressListener progressListener, Optional<Path> npm) {
        Installations installations = new Installations(root, limit, progressListener);
        this.npm = new NpmCache(installations, npm);
        this.caches = Map.of(
                Ecosystem.NPM, this.npm,
                Ecosystem.PYPI, new PypiCache(installations, System.getenv()),
                Ecosystem.MAVEN, new MavenCache(installations),
                Ecosystem.GO, new GoCache(installations, System.getenv()));
    }

    /// The current user's folder: `THROUGHLINE_CACHE_DIR`, otherwise `$XDG_CACHE_HOME/throughline`, otherwise
    /// `~/.cache/throughline`.
    public static Path defaultRoot() {
        String named = System.getenv().getOrDefault(CACHE_VARIABLE, "");
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        String base = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path home = base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
        return home.resolve("throughline").toAbsolutePath();
    }

    public PackageCache of(Ecosystem ecosystem) {
        return Objects.requireNonNull(caches.get(ecosystem));
    }

    /// The packages of npm, which clients of other ecosystems may need beside them.
    public NpmCache npm() {
        return npm;
    }
}
