/// Parses request bodies, of which a client repeats most: a body that begins with the bytes of an earlier one is
/// parsed from where they differ.
///
/// Takes the bytes of a body and, at most, the parsed body of an earlier request; returns a tree that shares what both
/// have. Called by the gateway's admission; knows no dialect but the name of the field with the history.
@NullMarked
package dev.throughline.wire.body;

import org.jspecify.annotations.NullMarked;
