package dev.throughline.rest;

import dev.throughline.text.Sha256;
import java.util.Arrays;
import java.util.Optional;

/// The entity tag of a response, for `ETag` and `If-None-Match`. Source: RFC 9110, 8.8.3.
/// @param value including its quotes
public record ETag(String value) {
    private static final int LENGTH = 32;

    /// The tag of a response with these bytes.
    public static ETag of(byte[] body) {
        return new ETag('"' + Sha256.hex(body).substring(0, LENGTH) + '"');
    }

    /// Whether a list of tags contains this one or is `*`; weak tags match too. Source: RFC 9110, 13.1.2.
    /// @param known the request's If-None-Match
    public boolean isNamedBy(Optional<String> known) {
        return known.stream()
                .flatMap(tags -> Arrays.stream(tags.split(",")))
                .map(one -> one.strip().replaceFirst("^W/", ""))
                .anyMatch(one -> one.equals("*") || one.equals(value));
    }
}
