/// Renders, extends, parses and compares conversations sent in a request; nothing is recorded.
/// `run.prompt.api` uses its shapes.
@NullMarked
package dev.throughline.prompt.api;

import org.jspecify.annotations.NullMarked;
