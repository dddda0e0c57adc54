/// Pure stream filters: they turn the output of a model into reasoning, text and tool calls, in real time.
///
/// In: the events of a backend that does not parse its output, or only in part. Out: the events for the client, in
/// order. A filter may assume that events obey the grammar of `StreamEvent`; it must not assume anything about where
/// texts are split. It holds back only text that may still be markup, less than the longest marker. Plain Java: no
/// thread, no clock, no framework.
@NullMarked
package dev.throughline.filter;

import org.jspecify.annotations.NullMarked;
