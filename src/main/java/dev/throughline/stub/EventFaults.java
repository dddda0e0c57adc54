package dev.throughline.stub;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/// Aborts an answer with an error event if the run asks for it.
final class EventFaults implements Iterator<StreamEvent> {
    private final Iterator<StreamEvent> events;
    private int left;
    private boolean failed;

    private EventFaults(Iterator<StreamEvent> events, int left) {
        this.events = events;
        this.left = left;
    }

    static Iterator<StreamEvent> in(Iterator<StreamEvent> events, List<InjectedFault> faults) {
        return faults.stream()
                .filter(injectedFault -> injectedFault.kind() == InjectedFault.Kind.ERROR_EVENT)
                .findFirst()
                .<Iterator<StreamEvent>>map(injectedFault -> new EventFaults(events, injectedFault.amount()))
                .orElse(events);
    }

    @Override
    public boolean hasNext() {
        return !failed && events.hasNext();
    }

    @Override
    public StreamEvent next() {
        if (failed) {
            throw new NoSuchElementException();
        }
        StreamEvent event = events.next();
        if (left-- > 0 && !event.isTerminal()) {
            return event;
        }
        failed = true;
        return Failure.of(FailureKind.SERVER, "The answer was interrupted (a scripted fault of this run).");
    }
}
