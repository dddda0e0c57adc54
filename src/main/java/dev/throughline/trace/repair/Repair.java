package dev.throughline.trace.repair;

/// Reasoning that a client dropped or changed and that was put back.
///
/// @param path the message it was put into (JSON pointer of the request as it came)
/// @param exchange number of the exchange whose answer it belongs to
/// @param by how that exchange was found
/// @param blocks reasoning blocks put back
public record Repair(String path, int exchange, By by, int blocks) {

    /// How an answer was found again.
    public enum By {
        CALL_ID,
        CONTENT_HASH,
        /// By the proof that Throughline issued with it (`BlockSignature`).
        SIGNATURE
    }
}
