package dev.throughline.access;

import java.time.Instant;
import java.util.Optional;

/// A key as it is stored.
///
/// @param name what its maker calls it, may be empty
/// @param revoked when it stopped being valid
public record AccessKey(
        KeyId id,
        String name,
        Scope scope,
        KeyHash hash,
        KeyLimits limits,
        Instant created,
        Optional<Instant> revoked) {}
