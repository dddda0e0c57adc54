package dev.throughline.wire.responses;

import dev.throughline.wire.sse.FrameBuffer;

/// One output item of an answer under construction. Grows until it is closed.
sealed interface ResponsesOutputItem {
    /// The item's id on the wire, `rs_KEY_n`, `msg_KEY_n` or `fc_KEY_n`.
    String id();

    /// Position among the answer's items, from 0; the n of the id.
    int index();

    /// The concatenated deltas so far.
    ResponsesItemText text();

    /// Readable reasoning.
    /// @param proof its signature, empty until received
    /// @param isSummaryOnly whether its text is in `summary` only, not in `content` as well
    record Reasoning(String id, int index, ResponsesItemText text, ResponsesItemText proof, boolean isSummaryOnly)
            implements ResponsesOutputItem {}

    /// Opaque reasoning that only the provider can read; its text stays empty.
    record Sealed(String id, int index, ResponsesItemText text, ResponsesItemText data)
            implements ResponsesOutputItem {}

    /// Visible text.
    record Visible(String id, int index, ResponsesItemText text) implements ResponsesOutputItem {}

    /// A call; its text is the arguments.
    /// @param namespace of the tool; empty for none
    record Call(String id, int index, ResponsesItemText text, String callId, String name, String namespace)
            implements ResponsesOutputItem {
        /// A call of a tool without a namespace.
        public Call(String id, int index, ResponsesItemText text, String callId, String name) {
            this(id, index, text, callId, name, "");
        }
    }

    /// A call of the search for tools that the client runs; its text is the arguments.
    record Search(String id, int index, ResponsesItemText text, String callId) implements ResponsesOutputItem {}

    /// A call of a freeform tool; its text is the input.
    /// @param arguments extracts the input from a function's arguments
    record Freeform(
            String id,
            int index,
            ResponsesItemText text,
            String callId,
            String name,
            String namespace,
            ResponsesFreeformInput arguments)
            implements ResponsesOutputItem {}

    /// A text or reasoning of a backend whose rest is written from events, with its own id, parts and fields.
    non-sealed interface Received extends ResponsesOutputItem {
        /// Grows by an event.
        void append(String more);

        /// Takes the proof of its reasoning.
        void sign(String proof);

        /// The events of the part that grows.
        ResponsesItemFrames.TextEvents textEvents();

        /// Writes a part of it.
        void part(ResponsesItemText text, FrameBuffer out);

        /// Writes it as it began.
        void begun(FrameBuffer out);

        /// Writes it with the text that it has.
        void whole(ResponsesItemStatus status, FrameBuffer out);
    }
}
