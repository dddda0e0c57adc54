@NullMarked
package dev.throughline.render.mask;

import org.jspecify.annotations.NullMarked;
