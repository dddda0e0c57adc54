/// Renders, extends, parses and compares conversations that a request brings along; nothing is recorded.
/// `run.prompt.api` uses its shapes.
@NullMarked
package dev.throughline.prompt.api;

import org.jspecify.annotations.NullMarked;
