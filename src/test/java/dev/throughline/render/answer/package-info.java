@NullMarked
package dev.throughline.render.answer;

import org.jspecify.annotations.NullMarked;
