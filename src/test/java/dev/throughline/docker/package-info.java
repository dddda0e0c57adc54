/// The files that make images and run them, held against each other.
@NullMarked
package dev.throughline.docker;

import org.jspecify.annotations.NullMarked;
