@NullMarked
package dev.throughline.render;

import org.jspecify.annotations.NullMarked;
