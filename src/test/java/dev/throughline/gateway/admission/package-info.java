@NullMarked
package dev.throughline.gateway.admission;

import org.jspecify.annotations.NullMarked;
