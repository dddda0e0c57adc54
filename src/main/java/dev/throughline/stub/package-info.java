/// The scripted backend: scenarios whose answers contain trace tokens, paced, with faults on demand.
///
/// In: a conversation, its position in its run (`TraceResult`), the run's `StubSettings`. Out: a `StubPlan`, which
/// lists the items before the first event, so that they can be recorded before anything is written to a client.
@NullMarked
package dev.throughline.stub;

import org.jspecify.annotations.NullMarked;
