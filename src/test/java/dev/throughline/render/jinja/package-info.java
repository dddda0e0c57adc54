@NullMarked
package dev.throughline.render.jinja;

import org.jspecify.annotations.NullMarked;
