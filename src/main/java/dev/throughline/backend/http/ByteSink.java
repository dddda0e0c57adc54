package dev.throughline.backend.http;

import dev.throughline.stream.StreamEvent.Failure;
import io.vertx.core.buffer.Buffer;

/// Takes an answer that passes as bytes. On one event loop.
///
/// Order: `ready`, any number of `drained`; beside them `opened`, `bytes`…, `ended`. An answer with an error
/// status is one `refused`. `failed` may come at any time and is the last.
public interface ByteSink {

    /// The connection is there: the request's body may be written.
    void ready();

    /// There is room for more of the request's body.
    void drained();

    /// Status and headers of a good answer came.
    void opened(BackendHead head);

    /// A part of its body came.
    void bytes(Buffer part);

    /// Its body is complete.
    void ended();

    /// The backend answered with an error status.
    /// @param body what came with it, the request's credentials replaced; at most 1 MiB
    void refused(BackendHead head, byte[] body, Failure failure);

    /// There is no answer, or not all of it.
    void failed(Failure failure);
}
