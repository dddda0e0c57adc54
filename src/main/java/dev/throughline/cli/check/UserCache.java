package dev.throughline.cli.check;

import dev.throughline.harness.CacheLimit;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ProgressListener;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The cache of installed clients as the user's environment sets it.
final class UserCache {
    private UserCache() {}

    /// Reports a wrong setting before anything starts.
    /// @throws ParameterException for a limit that is no amount
    static CacheLimit check(CommandSpec spec) {
        try {
            return CacheLimit.of(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage() + ".");
        }
    }

    static PackageCaches caches(ProgressListener listener) {
        return new PackageCaches(PackageCaches.defaultRoot(), CacheLimit.of(System.getenv()), listener);
    }
}
