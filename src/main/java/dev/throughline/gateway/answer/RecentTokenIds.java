package dev.throughline.gateway.answer;

import dev.throughline.run.RunId;
import jakarta.inject.Singleton;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The ids of tokens of recent exchanges, prompt and answer, with which the prompts of later ones begin. The least
/// recently used are dropped: a prompt is then recorded whole. Thread-safe.
@Singleton
public class RecentTokenIds {
    /// Upper bound on the ids kept of all prompts together: 16 MiB.
    private static final int MOST_IDS = 4 * 1024 * 1024;

    private final Map<Key, int[]> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int size;

    private record Key(RunId run, int exchange) {}

    synchronized Optional<int[]> find(RunId run, int exchange) {
        return Optional.ofNullable(kept.get(new Key(run, exchange)));
    }

    synchronized void put(RunId run, int exchange, int[] ids) {
        if (ids.length > MOST_IDS) {
            return;
        }
        int[] before = kept.put(new Key(run, exchange), ids);
        size += ids.length - (before == null ? 0 : before.length);
        Iterator<int[]> oldest = kept.values().iterator();
        while (size > MOST_IDS) {
            size -= oldest.next().length;
            oldest.remove();
        }
    }
}
