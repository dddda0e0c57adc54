package dev.throughline.client;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How a client is recognized: an element of `identification` in a recipe.
///
/// @param userAgent the beginning of a product in its User-Agent, for instance `claude-cli/`; it is at the start of
///     the User-Agent or after a space or parenthesis, and behind its last slash or space the version starts
/// @param headers further headers (lower case) that it sends, each with its value, or an empty text for any
/// @param versionHeader a header that states the version; absent if the User-Agent does
/// @param withoutVersion whether the User-Agent states another version than the client's
/// @param startsProgram whether it names itself beside a program that it starts, and is preferred to that
public record ClientRule(
        String userAgent,
        @Nullable Map<String, String> headers,
        @Nullable String versionHeader,
        @Nullable Boolean withoutVersion,
        @Nullable Boolean startsProgram) {
    /// Why it cannot be used; empty if it can.
    public Optional<String> error() {
        return userAgent != null && !userAgent.isBlank() && userAgent.length() <= ClientProduct.LONGEST
                ? Optional.empty()
                : Optional.of("userAgent: expected 1 to " + ClientProduct.LONGEST + " characters of a User-Agent");
    }

    /// Whether the further headers are as it requires.
    boolean hasHeaders(Function<String, @Nullable String> sent) {
        return further().entrySet().stream().allMatch(required -> {
            String value = sent.apply(required.getKey());
            return value != null
                    && (required.getValue().isEmpty() || required.getValue().equals(value));
        });
    }

    Map<String, String> further() {
        return headers == null ? Map.of() : headers;
    }

    /// Where the version starts within the token.
    int versionStart() {
        return Math.max(userAgent.lastIndexOf('/'), userAgent.lastIndexOf(' ')) + 1;
    }

    boolean isAboveProgram() {
        return startsProgram != null && startsProgram;
    }

    boolean statesVersion() {
        return withoutVersion == null || !withoutVersion;
    }
}
