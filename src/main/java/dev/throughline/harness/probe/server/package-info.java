/// The probed server: one request at a time with a time limit for the complete answer, its result
/// (`ServerReply`), and the server's description of itself (product, version, models, template hash).
///
/// In: a `BackendTarget`. Out: replies. Only the given address is contacted; redirects are not followed.
/// Called by the probe and, for `PromptServer` and `ServerProduct`, by the command line; imports
/// `probe.dialect` and `harness.process`' exception.
@NullMarked
package dev.throughline.harness.probe.server;

import org.jspecify.annotations.NullMarked;
