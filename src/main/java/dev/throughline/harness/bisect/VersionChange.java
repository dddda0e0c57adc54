package dev.throughline.harness.bisect;

import java.util.Map;

/// Two versions between which the result changed, with none left between them that could be judged.
///
/// @param before the newest version with the former result
/// @param after the oldest version with the new one
/// @param skipped the versions between the two that could not be judged, oldest first, each with the reason
record VersionChange(String before, String after, VersionState was, VersionState is, Map<String, String> skipped) {
    /// Whether no version lies between the two.
    boolean isExact() {
        return skipped.isEmpty();
    }
}
