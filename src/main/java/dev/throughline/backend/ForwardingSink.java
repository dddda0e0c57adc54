package dev.throughline.backend;

/// A sink in front of another one, to which it passes all but the parts.
public abstract class ForwardingSink implements BackendSink {
    protected final BackendSink next;

    protected ForwardingSink(BackendSink next) {
        this.next = next;
    }

    @Override
    public void sent() {
        next.sent();
    }

    @Override
    public void opened(BackendHead head) {
        next.opened(head);
    }

    @Override
    public void kept(byte[] part) {
        next.kept(part);
    }

    @Override
    public void partial(int bytes) {
        next.partial(bytes);
    }

    @Override
    public void held(int bytes) {
        next.held(bytes);
    }
}
