package dev.throughline.matrix;

import dev.throughline.access.KeyId;
import java.util.Optional;

/// The origin of evidence stored in the matrix.
///
/// @param key empty if access is open
/// @param address the sender's address; empty for what this service measured
public record EvidenceSource(Optional<KeyId> key, String address) {
    /// This service; the owner is that of the run.
    public static final EvidenceSource SERVICE = new EvidenceSource(Optional.empty(), "");
}
