package dev.throughline.run.prompt;

import dev.throughline.run.prompt.RecordedPrompts.RecordedPrompt;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The prompts that a pass over a run rendered last, so that the prompt of a request is not read and rendered again to
/// compare the next one with it. Bounded by their characters; of prompts that are larger, the last one is held.
///
/// For one pass with one template. Used sequentially.
public final class LatestPrompts {
    private static final long MOST_CHARACTERS = 2_000_000;

    private final Map<Integer, RecordedPrompt> byNumber = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    Optional<RecordedPrompt> find(int exchange) {
        return Optional.ofNullable(byNumber.get(exchange));
    }

    void add(RecordedPrompt prompt) {
        RecordedPrompt before = byNumber.put(prompt.exchange().trace().number(), prompt);
        characters += length(prompt) - (before == null ? 0 : length(before));
        var oldest = byNumber.values().iterator();
        while (characters > MOST_CHARACTERS && byNumber.size() > 1) {
            characters -= length(oldest.next());
            oldest.remove();
        }
    }

    private static int length(RecordedPrompt prompt) {
        return prompt.turn().prompt().text().length();
    }
}
