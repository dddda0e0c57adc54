/// Tests of the API over real HTTP.
@NullMarked
package dev.throughline.run.api;

import org.jspecify.annotations.NullMarked;
