package dev.throughline.trace.repair;

/// Reasoning that a client dropped or changed and that was restored.
///
/// @param path the message that it was restored into (JSON pointer in the request as received)
/// @param exchange number of the exchange whose answer it belongs to
/// @param by how that exchange was found
/// @param blocks number of restored reasoning blocks
public record Repair(String path, int exchange, By by, int blocks) {
    /// How an answer was identified.
    public enum By {
        CALL_ID,
        CONTENT_HASH,
        /// By the proof that Throughline issued with it (`BlockSignature`).
        SIGNATURE
    }
}
