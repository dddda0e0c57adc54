/// The scripted backend: scenarios whose answers carry trace tokens, at a pace, with faults on demand.
///
/// In: a conversation, where it stands in its run (`Tracing`), the run's `StubSettings`. Out: a `StubPlan`, which
/// says what it will plant before the first event, so that it can be recorded before anything is written to a client.
@NullMarked
package dev.throughline.stub;

import org.jspecify.annotations.NullMarked;
