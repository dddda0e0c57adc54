@NullMarked
package dev.throughline.render.prefix;

import org.jspecify.annotations.NullMarked;
