@NullMarked
package dev.throughline.render.bridge;

import org.jspecify.annotations.NullMarked;
