@NullMarked
package dev.throughline.trace.history;

import org.jspecify.annotations.NullMarked;
