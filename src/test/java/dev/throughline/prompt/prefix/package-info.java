@NullMarked
package dev.throughline.prompt.prefix;

import org.jspecify.annotations.NullMarked;
