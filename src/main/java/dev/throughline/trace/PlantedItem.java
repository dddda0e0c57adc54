package dev.throughline.trace;

import java.util.Optional;

/// An item of an answer that the client must return.
///
/// @param ordinal position among the items of its answer, from 0
/// @param category its kind
/// @param token the trace token in its written form; for TOOL_ID the call id itself; empty for an answer of
///     a real backend
/// @param value the exact text: the reasoning block, the visible text, the call id, the arguments as JSON
///     text; for TOOL_OUT the text that the tool's result must contain
/// @param block place of its block among the answer's blocks (reasoning, text and calls counted together), from 0;
///     in the Responses dialect the output index
/// @param field the wire field that carries it: for THINK `reasoning_content`, `thinking`,
///     `redacted_thinking`, …; for the others the empty text
/// @param callId the call it belongs to (TOOL_ID, TOOL_IN, TOOL_OUT)
/// @param signature the proof issued with a reasoning block
public record PlantedItem(
        int ordinal,
        Category category,
        String token,
        String value,
        int block,
        String field,
        Optional<String> callId,
        Optional<String> signature) {
    /// Whether the value was produced by a real backend and sent to a client, as opposed to planned by a stub.
    public boolean isExact() {
        return token.isEmpty() || category == Category.TOOL_ID;
    }
}
