package dev.throughline.rest;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Interprets the texts of untyped query parameters.
public final class QueryTexts {
    private static final int MOST = 50;

    private QueryTexts() {}

    /// A text; empty if it is absent or blank.
    public static Optional<String> present(@Nullable String text) {
        return Optional.ofNullable(text).filter(found -> !found.isBlank());
    }

    /// Enum constants by name, separated by commas or given in several parameters.
    public static <E extends Enum<E>> Set<E> constants(String parameter, Class<E> type, @Nullable List<String> texts) {
        var allowed = new AllowedValues<>(
                type, Arrays.stream(type.getEnumConstants()).map(Enum::name).toList());
        Set<E> found = EnumSet.noneOf(type);
        for (String text : texts == null ? List.<String>of() : texts) {
            Arrays.stream(text.split(",", MOST))
                    .filter(one -> !one.isBlank())
                    .forEach(one -> found.add(allowed.find(one)
                            .orElseThrow(() -> Problem.inParameter(parameter, allowed.refusal(one))
                                    .allowing(allowed.names())
                                    .exception())));
        }
        return found;
    }

    /// The position that a cursor encodes; empty without a cursor.
    public static <C> Optional<C> cursor(@Nullable String text, Function<String, Optional<C>> parse) {
        return Optional.ofNullable(text)
                .filter(found -> !found.isEmpty())
                .map(found -> parse.apply(found)
                        .orElseThrow(() -> Problem.inParameter(
                                        "cursor", "the value of next in the previous response was expected.")
                                .exception()));
    }
}
