package dev.throughline.backend;

/// Takes the answer of a real backend, undecoded. On one event loop.
///
/// Order: `sent`, `opened`, then the parts, with `kept`, `partial` and `held` between them. A failure of the
/// connection may come at any time.
public interface BackendSink {
    /// The request was sent: it is no longer needed.
    void sent();

    /// Status and headers of the answer came.
    void opened(BackendHead head);

    /// Takes the next part.
    /// @return whether the answer continues: nothing that the backend sends is wanted once it does not
    boolean on(BackendPart part);

    /// A part of an answer came that is kept until it is whole.
    void kept(byte[] part);

    /// A frame has begun of which so many bytes are kept until it is whole.
    void partial(int bytes);

    /// Whole frames that were not passed on yet take so many bytes of the heap; 0 once all were passed on.
    void held(int bytes);
}
