/// The common prefix of consecutive prompts, what is lost where they diverge, and which field caused it.
@NullMarked
package dev.throughline.render.prefix;

import org.jspecify.annotations.NullMarked;
