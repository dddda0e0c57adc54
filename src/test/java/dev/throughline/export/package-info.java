/// Tests of the files that others read.
@NullMarked
package dev.throughline.export;

import org.jspecify.annotations.NullMarked;
