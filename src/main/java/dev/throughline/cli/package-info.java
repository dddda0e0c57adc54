/// The commands of `./throughline`.
@NullMarked
package dev.throughline.cli;

import org.jspecify.annotations.NullMarked;
