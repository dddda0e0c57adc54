@NullMarked
package dev.throughline.access;

import org.jspecify.annotations.NullMarked;
