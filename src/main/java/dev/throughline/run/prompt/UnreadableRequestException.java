package dev.throughline.run.prompt;

import dev.throughline.wire.WireException;

/// A recorded request that cannot be rendered.
public final class UnreadableRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableRequestException(int number, WireException cause) {
        super("Exchange " + number + " has no prompt: " + cause.getMessage(), cause, false, false);
    }
}
