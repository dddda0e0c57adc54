@NullMarked
package dev.throughline.vendor;

import org.jspecify.annotations.NullMarked;
