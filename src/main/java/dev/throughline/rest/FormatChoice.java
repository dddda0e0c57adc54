package dev.throughline.rest;

import dev.throughline.export.FileFormat;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects the format of a response among those offered.
public final class FormatChoice {
    private FormatChoice() {}

    /// The format given by `format`, otherwise by Accept.
    /// @param offered the first one is used for a wildcard
    /// @param subject the kind of response, for messages: "A report"
    /// @param accepted in order of preference
    public static <F extends FileFormat> F of(
            List<F> offered, String subject, @Nullable String format, List<MediaType> accepted) {
        return format == null ? accepted(offered, subject, accepted) : named(offered, format);
    }

    private static <F extends FileFormat> F named(List<F> offered, String format) {
        List<String> allowed = FileFormat.labels(offered);
        return FileFormat.find(offered, format)
                .orElseThrow(() -> Problem.inParameter(
                                "format",
                                "one of " + String.join(", ", allowed) + " was expected, found "
                                        + QuotedValue.of(format) + ".")
                        .allowing(allowed)
                        .exception());
    }

    private static <F extends FileFormat> F accepted(List<F> offered, String subject, List<MediaType> accepted) {
        return accepted.stream()
                .filter(wanted -> !isRefused(wanted))
                .flatMap(wanted -> offered.stream()
                        .filter(one -> MediaType.valueOf(one.kind().mediaType()).isCompatible(wanted)))
                .findFirst()
                .orElseThrow(() -> notAcceptable(offered, subject).exception());
    }

    /// Whether its weight is 0. Source: RFC 9110, 12.4.2.
    private static boolean isRefused(MediaType wanted) {
        String weight = wanted.getParameters().getOrDefault("q", "1");
        return weight.matches("0(\\.0*)?");
    }

    private static Problem notAcceptable(List<? extends FileFormat> offered, String subject) {
        List<String> types = offered.stream().map(one -> one.kind().mediaType()).toList();
        return Problem.of(
                        ProblemType.NOT_ACCEPTABLE,
                        subject + " can be had as " + String.join(" or ", types) + ", or by ?format="
                                + String.join(" or ", FileFormat.labels(offered)) + ".")
                .allowing(types);
    }
}
