/// Training samples over HTTP.
@NullMarked
package dev.throughline.training.api;

import org.jspecify.annotations.NullMarked;
