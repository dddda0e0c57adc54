/// Prompts over HTTP: renders a conversation with any chat template, compares two prompts, and shows the prompt of a
/// recorded request.
@NullMarked
package dev.throughline.prompt.api;

import org.jspecify.annotations.NullMarked;
