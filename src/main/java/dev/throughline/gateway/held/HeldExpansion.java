package dev.throughline.gateway.held;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent.Failure;

/// What became of a request that names what the server holds.
public sealed interface HeldExpansion {

    /// The request as it would be if the client had sent all of it.
    record Expanded(ObjectNode body) implements HeldExpansion {}

    /// What it names is not in the record.
    record Unknown(Failure failure) implements HeldExpansion {}
}
