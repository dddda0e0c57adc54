package dev.throughline.run.training;

import dev.throughline.text.KebabCase;

/// Why a branch has no row.
public enum OmissionReason {
    REASONING_LOST("the client did not give back all reasoning that had to come back"),
    ERRAND("a title, a warm-up, a count of tokens or passed bytes, and no conversation"),
    UNFINISHED("the answer is under way"),
    FAILED("the answer has no end"),
    TRUNCATED("the answer was cut"),
    DELETED("the client deleted the answer"),
    REMOVED("retention removed the request or the answer"),
    HELD_HISTORY("the request continues an answer that the server holds, and does not carry its history"),
    UNREADABLE("the request or the arguments of a call cannot be read"),
    NOT_TEXT("a message has parts that are no text"),
    UNREADABLE_REASONING("part of the reasoning can only be read by its provider"),
    NO_TEMPLATE("no template is known for the model"),
    TEMPLATE_FAILED("the template raised, or the profile does not fit it"),
    NOTHING_LEARNT("no token of the prompt is learnt");

    private final String words;

    OmissionReason(String words) {
        this.words = words;
    }

    /// Its name in summaries, such as `reasoning-lost`.
    public String label() {
        return KebabCase.of(this);
    }

    /// The reason in a readable form.
    public String words() {
        return words;
    }

    /// The reason with this label.
    static OmissionReason of(String label) {
        return KebabCase.constant(OmissionReason.class, label);
    }
}
