package dev.throughline.run.api;

import dev.throughline.problem.Problem;
import dev.throughline.run.RunId;
import dev.throughline.run.SettingName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks query parameters. What is wrong ends the request with the parameter's name.
final class Query {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 500;

    private Query() {}

    static int limit(@Nullable String text) {
        return text == null ? DEFAULT_LIMIT : number("limit", text, 1, MAX_LIMIT);
    }

    static int after(@Nullable String text) {
        return text == null ? 0 : number("after", text, 0, Integer.MAX_VALUE);
    }

    static Optional<RunId> cursor(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        if (!RunId.isValid(text)) {
            throw Problem.inParameter("cursor", "the value of next in the answer before was expected.")
                    .exception();
        }
        return Optional.of(new RunId(text));
    }

    static <E extends Enum<E>> Optional<E> setting(String parameter, Class<E> type, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        List<String> allowed = SettingName.all(type);
        return Optional.of(SettingName.find(type, text)
                .orElseThrow(() -> Problem.inParameter(
                                parameter,
                                "one of " + String.join(", ", allowed) + " was expected, found " + Fields.shown(text)
                                        + ".")
                        .allowing(allowed)
                        .exception()));
    }

    private static int number(String parameter, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, with what was found
        }
        throw Problem.inParameter(
                        parameter,
                        "a number from " + least + " to " + most + " was expected, found " + Fields.shown(text) + ".")
                .exception();
    }
}
