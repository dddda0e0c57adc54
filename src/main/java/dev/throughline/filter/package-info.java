/// Pure stream filters: they turn what a GLM model writes into reasoning, text and tool calls, in real time.
///
/// In: the events of a backend that parses nothing, or parses in part. Out: the events that a client may see, in
/// order. A filter may assume that events obey the grammar of `StreamEvent`; it must not assume anything about
/// where texts are cut. It holds back only text that may still be markup. Plain Java: no thread, no clock, no
/// framework.
@NullMarked
package dev.throughline.filter;

import org.jspecify.annotations.NullMarked;
