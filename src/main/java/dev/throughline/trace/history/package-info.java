/// The entry point of tracing: `HistoryTracer` returns what to look up for a request (`LookupKeys`), then what the
/// request
/// is, which conversation it continues and what it did with each earlier item (`TraceResult`). Also reads what a
/// request contains besides its history: its kind, thinking parameters, and whether it keeps the prefix of its
/// prompts.
///
/// Clients repeat the whole history, and only what is new in a request is worked on:
///
/// | what is new | in this process | in the database |
/// |---|---|---|
/// | to parse | `ParsedBody`, `KnownHistory` | – |
/// | to judge | `MessageChain` | `kept_hash`, `Continuation`, `SettledHistoryRule` |
/// | to record | `BodyDigest` | `BodyMarks`, `BodyBase`, `ObservationChanges` |
///
/// A gateway holds the first column of a conversation together, as its `KnownRequest`; the second one is read where
/// another process had the request before.
///
/// In: a decoded request and a `RunHistory`. Out: a `TraceResult`. Pure: the same request and history yield
/// the same result. Called by `gateway`; based on `trace.match` and `trace.sighting`.
@NullMarked
package dev.throughline.trace.history;

import org.jspecify.annotations.NullMarked;
