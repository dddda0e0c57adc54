package dev.throughline.run.api;

import dev.throughline.problem.Problem;
import dev.throughline.problem.ProblemType;
import dev.throughline.run.SettingName;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The forms in which a report can be had.
enum ReportFormat {
    JSON(MediaType.APPLICATION_JSON_TYPE),
    TEXT(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"));

    private final MediaType type;

    ReportFormat(MediaType type) {
        this.type = type;
    }

    MediaType type() {
        return type;
    }

    /// The form that a request asks for: by `format` if it is there, else by Accept.
    /// @param accepted in the order of preference
    static ReportFormat of(@Nullable String format, List<MediaType> accepted) {
        if (format != null) {
            return Query.setting("format", ReportFormat.class, format).orElse(JSON);
        }
        return accepted.stream()
                .flatMap(wanted -> Arrays.stream(values()).filter(offered -> offered.type.isCompatible(wanted)))
                .findFirst()
                .orElseThrow(() -> notAcceptable().exception());
    }

    private static Problem notAcceptable() {
        List<String> types =
                Arrays.stream(values()).map(format -> format.type.toString()).toList();
        return Problem.of(
                        ProblemType.NOT_ACCEPTABLE,
                        "A report can be had as " + String.join(" or ", types) + ", or by ?format="
                                + String.join(" or ", SettingName.all(ReportFormat.class)) + ".")
                .allowing(types);
    }
}
