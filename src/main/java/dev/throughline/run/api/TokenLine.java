package dev.throughline.run.api;

import dev.throughline.rest.SettingName;
import dev.throughline.run.RecordedToken;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// One line of an exchange's token listing.
@Schema(name = "Token", description = "One recorded event of an answer.")
record TokenLine(
        @Schema(description = "Place in the exchange, from 0.")
        int seq,

        @Schema(
                description =
                        "start, reasoning, signature, redacted, text, call-start, call-arguments, call-end, usage,"
                                + " finish or failure; raw for text of the backend that the client did not get as it"
                                + " was")
        String kind,

        String text,

        @Schema(description = "Microseconds since the request.")
        long micros) {
    static TokenLine of(RecordedToken token) {
        return new TokenLine(token.seq(), SettingName.of(token.kind()), token.text(), token.micros());
    }
}
