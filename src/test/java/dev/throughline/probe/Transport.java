package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import java.io.IOException;

/// How a request reaches the service.
@FunctionalInterface
public interface Transport {
    JsonNode post(Wire wire, ObjectNode request) throws IOException, InterruptedException;

    /// Sends a request and leaves while its answer is on its way.
    default void abort(Wire wire, ObjectNode request) throws IOException, InterruptedException {
        throw new UnsupportedOperationException("no answer can be left here");
    }
}
