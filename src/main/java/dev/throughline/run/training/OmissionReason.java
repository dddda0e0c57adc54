package dev.throughline.run.training;

import dev.throughline.text.KebabCase;

/// Why a branch has no row.
public enum OmissionReason {
    REASONING_LOST("the client did not return all reasoning that was due"),
    ERRAND("not a conversation: a title, a warm-up, a count of tokens or passed bytes"),
    UNFINISHED("the answer is in flight"),
    FAILED("the answer has no end"),
    TRUNCATED("the answer was cut"),
    DELETED("the client deleted the answer"),
    REMOVED("retention removed the request or the answer"),
    HELD_HISTORY("the request continues an answer that the server holds, and does not carry its history"),
    UNREADABLE("the request or the arguments of a call cannot be read"),
    NOT_TEXT("a message has parts that are not text"),
    UNREADABLE_REASONING("part of the reasoning can only be read by its provider"),
    NO_TEMPLATE("no template is known for the model"),
    TEMPLATE_FAILED("the template raised an error, or the profile does not fit it"),
    NOTHING_LEARNT("no token of the prompt is trained on");

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
