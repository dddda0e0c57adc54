@NullMarked
package dev.throughline.trace.request;

import org.jspecify.annotations.NullMarked;
