/// What the tests of several packages share.
@NullMarked
package dev.throughline.testing;

import org.jspecify.annotations.NullMarked;
