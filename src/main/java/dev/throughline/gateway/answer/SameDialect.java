package dev.throughline.gateway.answer;

import dev.throughline.backend.OutgoingCredentials;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.StreamRelay;
import java.util.Optional;

/// A backend of the client's own dialect: what nothing changes of its answer passes as it came.
/// @param codec rewrites a body that something changed
/// @param relay forwards frames; absent if one body was asked for
/// @param credentials what no error of the backend may bring to the client
public record SameDialect(BackendCodec codec, Optional<StreamRelay> relay, OutgoingCredentials credentials) {}
