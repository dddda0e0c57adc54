/// Requests independent of dialects: the messages with their reasoning, calls and results, the tools, the options.
///
/// Decoders of `wire` produce a `Conversation`; the stub, the tracer and backends read it. Every part keeps
/// its original location, so that the tracer can judge by path and not by presence.
@NullMarked
package dev.throughline.conversation;

import org.jspecify.annotations.NullMarked;
