@org.jspecify.annotations.NullMarked
package dev.throughline.wire;
