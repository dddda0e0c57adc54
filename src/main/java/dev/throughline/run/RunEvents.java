package dev.throughline.run;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.smallrye.mutiny.subscription.MultiEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// What happens in the runs, as it happens in this process. What happened before the subscription is read with
/// `Exchanges.list`.
///
/// A reader that falls behind by more than its buffer is cut off with a failure and may subscribe again.
@ApplicationScoped
public class RunEvents {
    private static final int BUFFER = 1024;

    private final ConcurrentMap<RunId, List<MultiEmitter<? super RunEvent>>> readers = new ConcurrentHashMap<>();

    /// The events of a run from now until it is sealed.
    public Multi<RunEvent> of(RunId run) {
        return Multi.createFrom()
                .<RunEvent>emitter(reader -> add(run, reader), BackPressureStrategy.IGNORE)
                .onOverflow()
                .buffer(BUFFER);
    }

    /// Tells the readers of the run; call after the commit. Safe from any thread.
    public void tell(RunEvent event) {
        for (MultiEmitter<? super RunEvent> reader : readers.getOrDefault(event.run(), List.of())) {
            reader.emit(event);
            if (event instanceof RunEvent.Sealed) {
                reader.complete();
            }
        }
    }

    private void add(RunId run, MultiEmitter<? super RunEvent> reader) {
        readers.compute(run, (id, present) -> {
            List<MultiEmitter<? super RunEvent>> all = present == null ? new CopyOnWriteArrayList<>() : present;
            all.add(reader);
            return all;
        });
        reader.onTermination(() -> remove(run, reader));
    }

    private void remove(RunId run, MultiEmitter<? super RunEvent> reader) {
        readers.computeIfPresent(run, (id, present) -> {
            present.remove(reader);
            return present.isEmpty() ? null : present;
        });
    }
}
