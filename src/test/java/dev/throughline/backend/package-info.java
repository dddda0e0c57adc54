/// Tests of what reaches backends, over real sockets.
@NullMarked
package dev.throughline.backend;

import org.jspecify.annotations.NullMarked;
