/// What a request says, in no dialect: the messages with their reasoning, calls and results, the tools, the options.
///
/// Decoders of `wire` produce a `Conversation`; the stub, the tracer and backends read it. Every part keeps the place
/// it
/// was found at, so that the tracer can judge by path and not by presence.
@NullMarked
package dev.throughline.conversation;

import org.jspecify.annotations.NullMarked;
