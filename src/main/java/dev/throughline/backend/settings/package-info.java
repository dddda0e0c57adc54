/// How backends and models are configured: kinds and their traits, model families, modes, the model map.
/// In: configuration. Out: immutable values. No I/O; may be read by any code that handles a backend.
@NullMarked
package dev.throughline.backend.settings;

import org.jspecify.annotations.NullMarked;
