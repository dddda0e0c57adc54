package dev.throughline.matrix.api;

import dev.throughline.rest.Problem;
import dev.throughline.rest.QuotedValue;
import dev.throughline.rest.input.QueryConverters;
import dev.throughline.rest.input.QueryTexts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One side of a comparison.
sealed interface DiffSide {

    /// A version of a product.
    record OfVersion(String product, String version) implements DiffSide {}

    /// The matrix at a point in time.
    record OfMoment(Instant moment) implements DiffSide {}

    /// @param parameter its name, for error messages
    static DiffSide read(String parameter, @Nullable String text) {
        String given = QueryTexts.present(text)
                .orElseThrow(() -> Problem.inParameter(
                                parameter, "a version such as opencode@1.1.34, or a moment, was expected.")
                        .exception());
        int at = given.lastIndexOf('@');
        if (at > 0 && at < given.length() - 1) {
            return new OfVersion(given.substring(0, at), given.substring(at + 1));
        }
        if (at >= 0) {
            throw Problem.inParameter(
                            parameter, "a product and its version were expected, found " + QuotedValue.of(given) + ".")
                    .exception();
        }
        return new OfMoment(QueryConverters.moment(parameter, given));
    }
}
