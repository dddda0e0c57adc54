@NullMarked
package dev.throughline.training;

import org.jspecify.annotations.NullMarked;
