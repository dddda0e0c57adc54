/// What two prompts that follow one another share, what is lost where they part, and which field caused
/// it.
@NullMarked
package dev.throughline.render.prefix;

import org.jspecify.annotations.NullMarked;
