/// The server that is probed: one request at a time with a limit for the whole answer, what became of it
/// (`ServerReply`), and what the server says of itself (product, version, models, template hash).
///
/// In: a `BackendTarget`. Out: replies. Only the given address is contacted; redirects are not followed. Called
/// by the probe and, for `PromptServer` and `ServerProduct`, by the command line; imports `probe.dialect` and
/// `harness.process`' exception.
@NullMarked
package dev.throughline.harness.probe.server;

import org.jspecify.annotations.NullMarked;
