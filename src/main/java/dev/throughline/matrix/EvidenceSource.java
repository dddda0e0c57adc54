package dev.throughline.matrix;

import dev.throughline.access.KeyId;
import java.util.Optional;

/// Who reports something that the matrix keeps, and from where.
///
/// @param key empty where access is open
/// @param address the address that sent it; empty for what this service measured
public record EvidenceSource(Optional<KeyId> key, String address) {
    /// This service: whose a run is, the run says.
    public static final EvidenceSource SERVICE = new EvidenceSource(Optional.empty(), "");
}
