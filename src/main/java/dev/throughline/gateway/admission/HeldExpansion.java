package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent.Failure;

/// The result of expanding a request that refers to what the server holds.
public sealed interface HeldExpansion {
    /// The request as if the client had sent all of it.
    record Expanded(ObjectNode body) implements HeldExpansion {}

    /// The item that it refers to is not recorded.
    record Unknown(Failure failure) implements HeldExpansion {}
}
