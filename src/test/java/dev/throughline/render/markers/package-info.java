@NullMarked
package dev.throughline.render.markers;

import org.jspecify.annotations.NullMarked;
