package dev.throughline.run.report;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// Something that helps against the losses of a run, or the statement that nothing known does.
@Schema(description = "What helps against the losses of a failed run.")
public record Remedy(
        Kind kind, @Schema(description = "In one sentence.") String text) {
    /// Where a remedy comes from.
    @Schema(name = "RemedyKind", description = "Where a remedy comes from.")
    public enum Kind {
        /// The requests are to carry something that they did not: the client itself keeps it.
        REQUEST,
        /// Another variant of the client's recipe was measured to preserve it.
        VARIANT,
        /// Another version of the client was.
        VERSION,
        /// A setting of this service.
        SETTING,
        /// Nothing known helps.
        NONE
    }
}
