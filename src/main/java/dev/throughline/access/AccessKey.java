package dev.throughline.access;

import java.time.Instant;
import java.util.Optional;

/// A stored key.
///
/// @param name a label given by its creator, may be empty
/// @param revoked when it was revoked
public record AccessKey(
        KeyId id,
        String name,
        Scope scope,
        KeyHash hash,
        KeyLimits limits,
        Instant created,
        Optional<Instant> revoked) {}
