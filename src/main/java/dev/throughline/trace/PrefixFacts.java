package dev.throughline.trace;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The parts of a request that a client must not rewrite if a prefix cache is to be effective;
/// kept as evidence.
///
/// Answers of the model are excluded: whether they are returned is judged by their items.
///
/// @param system fingerprint of the system prompt
/// @param tools fingerprint of the tools in their order
/// @param units number of texts and other parts from users and tools in the history
/// @param history fingerprint of them
/// @param fresh fingerprint of the first of them behind the last answer; empty for none, or if recorded without it
/// @param changed what differs from the request whose answer this one carries; empty for a request that carries none
public record PrefixFacts(
        String system, String tools, int units, String history, String fresh, Optional<Set<PrefixPart>> changed) {
    @JsonCreator
    public PrefixFacts {
        fresh = Objects.requireNonNullElse(fresh, "");
        changed = changed.map(Set::copyOf);
    }
}
