package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Something that helps against the losses of a run, or the statement that nothing known does.
@Schema(description = "What helps against the losses of a failed run.")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Remedy(
        Kind kind,
        @Schema(description = "In one sentence.") String text,

        @Schema(description = "The lines that do it with the client's library; absent if none are known.") @Nullable
        String code) {
    public Remedy(Kind kind, String text) {
        this(kind, text, null);
    }

    /// The sentence, and then the code.
    public List<String> lines() {
        return Stream.concat(Stream.of(text), Stream.ofNullable(code).flatMap(String::lines))
                .toList();
    }

    /// The sentence in pieces, for pages: names and pointers stand in it between backticks.
    public List<Span> spans() {
        String[] pieces = text.split("`", -1);
        return IntStream.range(0, pieces.length)
                .mapToObj(at -> new Span(pieces[at], at % 2 == 1))
                .toList();
    }

    /// A piece of a sentence.
    public record Span(String text, boolean isCode) {}

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
