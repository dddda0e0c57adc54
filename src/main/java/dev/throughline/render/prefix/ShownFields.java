package dev.throughline.render.prefix;

import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.value.Origin;
import java.util.HashSet;
import java.util.Set;

/// The fields of a conversation that a prompt shows, read from its spans once.
final class ShownFields {
    private final Set<String> pointers = new HashSet<>();
    private int spansRead;

    ShownFields(Rendering prompt) {
        for (PromptSpan span : prompt.spans()) {
            spansRead++;
            if (span.origin() instanceof Origin.Content content) {
                pointers.add(content.pointer().toString());
            }
        }
    }

    /// @param pointer JSON pointer to a value of the context
    boolean contains(String pointer) {
        return pointers.contains(pointer);
    }

    /// How many spans were looked at.
    int spansRead() {
        return spansRead;
    }
}
