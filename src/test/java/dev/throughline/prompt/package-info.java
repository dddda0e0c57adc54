@NullMarked
package dev.throughline.prompt;

import org.jspecify.annotations.NullMarked;
