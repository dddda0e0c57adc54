/// Identifies the program that sends a request: its product and version, from the request's headers by the rules that
/// the bundled recipes carry.
///
/// In: header values. Out: a `ClientProduct`. Never reads a body. Called by `gateway.admission`, and by
/// `harness.recipe`, which validates the same rules in a user's recipe.
@NullMarked
package dev.throughline.client;

import org.jspecify.annotations.NullMarked;
