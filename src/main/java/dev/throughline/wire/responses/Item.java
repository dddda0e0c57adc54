package dev.throughline.wire.responses;

/// One output item of an answer while it is built. Grows until it is closed.
sealed interface Item {

    /// The item's id on the wire, `rs_KEY_n`, `msg_KEY_n` or `fc_KEY_n`.
    String id();

    /// Place among the answer's items, from 0; the n of the id.
    int index();

    /// What the item's deltas say so far.
    StringBuilder text();

    /// Reasoning that a client can read.
    /// @param proof the signature over it, empty until it came
    record Reasoning(String id, int index, StringBuilder text, StringBuilder proof) implements Item {}

    /// Reasoning that only the provider can read; its text stays empty.
    record Sealed(String id, int index, StringBuilder text, String data) implements Item {}

    /// Visible text.
    record Visible(String id, int index, StringBuilder text) implements Item {}

    /// A call; its text is the arguments.
    record Call(String id, int index, StringBuilder text, String callId, String name) implements Item {}
}
