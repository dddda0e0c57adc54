package dev.throughline.cli.cache;

import dev.throughline.harness.CacheContents;
import dev.throughline.harness.CacheLimit;
import java.util.List;

/// Words for what was removed from the cache and what is left.
final class Removed {
    private Removed() {}

    static String text(List<CacheContents.Entry> removed, List<CacheContents.Entry> left) {
        String kept = left.isEmpty() ? "nothing is left" : amount(left) + (left.size() == 1 ? " is left" : " are left");
        return "removed " + amount(removed) + "; " + kept;
    }

    static String amount(List<CacheContents.Entry> entries) {
        long bytes = entries.stream().mapToLong(CacheContents.Entry::bytes).sum();
        return (entries.size() == 1 ? "1 installation" : entries.size() + " installations") + ", "
                + CacheLimit.mib(bytes);
    }
}
