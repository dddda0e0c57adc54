package dev.throughline.backend;

import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.buffer.Buffer;

/// Receives a response that passes as bytes. Confined to one event loop.
///
/// Order: `ready`, any number of `drained`; beside them `opened`, `bytes`…, `ended`. An answer with an
/// error status is one `refused`. `failed` may come at any time and is the last.
public interface ByteSink {
    /// The connection is established: the request's body may be written.
    void ready();

    /// There is room for more of the request's body.
    void drained();

    /// Status and headers of a successful response were received.
    void opened(BackendHead head);

    /// A part of its body was received.
    void bytes(Buffer part);

    /// Its body is complete.
    void ended();

    /// The backend responded with an error status.
    /// @param body its body, with the request's credentials replaced; at most 1 MiB
    void refused(BackendHead head, byte[] body, Failure failure);

    /// There is no response, or it is incomplete.
    void failed(Failure failure);
}
