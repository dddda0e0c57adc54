@NullMarked
package dev.throughline.connection;

import org.jspecify.annotations.NullMarked;
