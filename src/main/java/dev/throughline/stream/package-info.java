/// What an answer says, in no dialect: the events of one answer in the order in which a model produced them.
///
/// Backends produce events, filters change them, codecs project them into frames, the journal records them. Plain
/// values: nothing here knows a wire format, a thread or a framework.
@NullMarked
package dev.throughline.stream;

import org.jspecify.annotations.NullMarked;
