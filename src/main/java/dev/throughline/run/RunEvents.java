package dev.throughline.run;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import jakarta.enterprise.context.ApplicationScoped;

/// Passes on what happens in runs, from those who write it down to those who listen.
///
/// Guarantees: a listener gets the events of its run from its subscription on, in the order in which they were told.
/// A listener that falls `LISTENER_BUFFER` events behind is cut off with a failure; the writers never wait for it.
@ApplicationScoped
public class RunEvents {
    private static final int LISTENER_BUFFER = 1_024;

    private final BroadcastProcessor<RunEvent> events = BroadcastProcessor.create();

    /// Tells all listeners of the run; call after the commit. Safe from any thread.
    public synchronized void tell(RunEvent event) {
        events.onNext(event);
    }

    /// What happens in this run from now on.
    public Multi<RunEvent> of(RunId run) {
        return events.onOverflow()
                .buffer(LISTENER_BUFFER)
                .select()
                .where(event -> event.run().equals(run));
    }
}
