/// Prompts of the service: which templates it knows by name, and what a recorded request looks like to a template.
@NullMarked
package dev.throughline.prompt;

import org.jspecify.annotations.NullMarked;
