/// What the proxy does around an answer of a backend: which backend a model's name leads to, what passes through, what
/// is measured of it, and the proofs over its reasoning. Requests come from `gateway`, which may use this package and
/// not the other way round.
@NullMarked
package dev.throughline.gateway.proxy;

import org.jspecify.annotations.NullMarked;
