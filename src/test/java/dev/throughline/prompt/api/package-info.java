@NullMarked
package dev.throughline.prompt.api;

import org.jspecify.annotations.NullMarked;
