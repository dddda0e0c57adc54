package dev.throughline.run.api;

import dev.throughline.rest.StrictBody;
import org.jspecify.annotations.Nullable;

final class NewRunReader {
    private NewRunReader() {}

    /// @param body the request body; an empty body selects the defaults
    static NewRun read(byte @Nullable [] body) {
        return body == null || body.length == 0 ? NewRun.EMPTY : StrictBody.read(body, NewRun.class);
    }
}
