package dev.throughline.verdict;

import org.jspecify.annotations.Nullable;

/// The version of the test suite: which items are planted, when they are due and how they are judged.
public final class SuiteVersion {
    /// Its semantic version: runs of the same major version can be compared.
    public static final String VERSION = "1.2.0";

    /// The version of the part that judges CACHE, which is not part of the verdict and changes independently.
    public static final String CACHE_VERSION = "1.0.0";

    private SuiteVersion() {}

    /// The minor version of a suite: which items its scenarios plant. 0 for what is not a version.
    public static int minor(@Nullable String version) {
        String[] numbers = version == null ? new String[0] : version.split("\\.", -1);
        return numbers.length == 3 && numbers[1].matches("\\d{1,9}") ? Integer.parseInt(numbers[1]) : 0;
    }

    /// The major version by which a capability was judged; runs of the same one can be compared.
    /// @param run major version of the suite by which a run was judged
    public static int major(Capability capability, int run) {
        return capability == Capability.CACHE
                ? Integer.parseInt(CACHE_VERSION.substring(0, CACHE_VERSION.indexOf('.')))
                : run;
    }
}
