@NullMarked
package dev.throughline.client;

import org.jspecify.annotations.NullMarked;
