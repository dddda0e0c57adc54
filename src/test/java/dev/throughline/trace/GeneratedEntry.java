package dev.throughline.trace;

import dev.throughline.conversation.Role;
import java.util.List;
import java.util.Optional;

/// A message of a client's history, before it has a place in a request.
sealed interface GeneratedEntry {
    /// @param role of a text that no answer contains
    record Said(Role role, String text) implements GeneratedEntry {}

    record Document(String data) implements GeneratedEntry {}

    record Result(String call, String text) implements GeneratedEntry {}

    /// @param input JSON text
    /// @param output what its result has to contain
    record Call(String id, String input, String output) {}

    /// How a client returns an answer; a form that a dialect does not have is the one in which it was issued.
    enum Form {
        AS_ISSUED,
        /// The text precedes the reasoning.
        SWAPPED,
        /// Reasoning in another field.
        RENAMED,
        /// Reasoning in another field, and its own is empty.
        BESIDE_EMPTY,
        /// Reasoning as a part of the text's list.
        NESTED,
        /// Reasoning, text and calls in separate messages.
        SPLIT,
        /// The text twice.
        DOUBLED,
        /// By the ids of its blocks.
        NAMED
    }

    /// What a client has of an answer.
    /// @param key from which its ids are derived
    /// @param thought empty for none
    /// @param opaque reasoning that only its provider reads
    record Answer(
            String key,
            String thought,
            Optional<String> proof,
            Optional<String> opaque,
            String text,
            List<Call> calls,
            Form form)
            implements GeneratedEntry {
        Answer thinking(String other) {
            return new Answer(key, other, proof, opaque, text, calls, form);
        }

        Answer proven(Optional<String> other) {
            return new Answer(key, thought, other, opaque, text, calls, form);
        }

        Answer sealed(Optional<String> other) {
            return new Answer(key, thought, proof, other, text, calls, form);
        }

        Answer saying(String other) {
            return new Answer(key, thought, proof, opaque, other, calls, form);
        }

        Answer calling(List<Call> others) {
            return new Answer(key, thought, proof, opaque, text, others, form);
        }

        Answer as(Form other) {
            return new Answer(key, thought, proof, opaque, text, calls, other);
        }
    }
}
