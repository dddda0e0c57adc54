@NullMarked
package dev.throughline.gateway.files;

import org.jspecify.annotations.NullMarked;
