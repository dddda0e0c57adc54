/// The Responses dialect, read back frame by frame.
@org.jspecify.annotations.NullMarked
package dev.throughline.wire.responses;
