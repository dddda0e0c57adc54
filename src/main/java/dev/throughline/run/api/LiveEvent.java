package dev.throughline.run.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.run.RunState;
import dev.throughline.run.events.RunEvent;
import dev.throughline.trace.ExchangeOutcome;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The JSON of a live event; which fields are present depends on the event's name.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "Data of a live event; the event's name determines its fields.")
record LiveEvent(
        @Nullable RunState state,
        @Nullable Integer exchanges,
        @Nullable Integer number,
        @Nullable ExchangeOutcome outcome,
        @Nullable ItemPreservation preservation) {
    static final LiveEvent EMPTY = new LiveEvent(null, null, null, null, null);

    static LiveEvent of(RunEvent.Standing standing) {
        return new LiveEvent(standing.state(), standing.exchanges(), null, null, null);
    }

    static LiveEvent of(RunEvent.ExchangeBegan began) {
        return new LiveEvent(null, null, began.number(), null, null);
    }

    /// @param preservation null if the exchange cannot be read any more
    static LiveEvent of(RunEvent.ExchangeEnded ended, @Nullable ItemPreservation preservation) {
        return new LiveEvent(null, null, ended.number(), ended.outcome(), preservation);
    }
}
