/// Errors of our own API as `application/problem+json`. Source: RFC 9457. Never used on a dialect endpoint.
@NullMarked
package dev.throughline.problem;

import org.jspecify.annotations.NullMarked;
