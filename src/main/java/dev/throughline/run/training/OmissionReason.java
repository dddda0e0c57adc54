package dev.throughline.run.training;

import dev.throughline.text.KebabCase;

/// Why a branch has no row.
public enum OmissionReason {
    /// The client did not return all reasoning that was due.
    REASONING_LOST,
    /// Not a conversation: a title, a warm-up, a count of tokens or passed bytes.
    ERRAND,
    UNFINISHED,
    /// The answer has no end.
    FAILED,
    TRUNCATED,
    /// The client deleted the answer.
    DELETED,
    /// Retention removed the request or the answer.
    REMOVED,
    /// The request continues an answer that the server holds, and does not carry its history.
    HELD_HISTORY,
    /// The request or the arguments of a call cannot be read.
    UNREADABLE,
    /// A message has parts that are not text.
    NOT_TEXT,
    /// Part of the reasoning can only be read by its provider.
    UNREADABLE_REASONING,
    NO_TEMPLATE,
    /// The template raised an error, or the profile does not fit it.
    TEMPLATE_FAILED,
    NOTHING_LEARNT,
    /// The backend returned no ids of tokens with the answer.
    NO_TOKEN_IDS;

    /// Its name in summaries, such as `reasoning-lost`.
    public String label() {
        return KebabCase.of(this);
    }
}
