/// Answers independent of dialects: the events of one answer in the order in which a model produced them.
///
/// Backends produce events, filters change them, codecs encode them as frames, the journal records them.
/// Plain values: independent of wire formats, threads and frameworks.
@NullMarked
package dev.throughline.stream;

import org.jspecify.annotations.NullMarked;
