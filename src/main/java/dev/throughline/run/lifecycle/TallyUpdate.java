package dev.throughline.run.lifecycle;

import dev.throughline.run.tally.RunTallies;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicBoolean;

/// Keeps the counts of large runs near their last exchange, so that a report has little to add.
@ApplicationScoped
class TallyUpdate {
    private final RunTallies tallies;
    private final RunStore runStore;
    private final AtomicBoolean isBusy = new AtomicBoolean();

    TallyUpdate(RunTallies tallies, RunStore runStore) {
        this.tallies = tallies;
        this.runStore = runStore;
    }

    /// Does nothing while an earlier call is at work.
    Uni<Void> update() {
        if (!isBusy.compareAndSet(false, true)) {
            return Uni.createFrom().voidItem();
        }
        return tallies.behind()
                .onItem()
                .transformToMulti(runs -> Multi.createFrom().iterable(runs))
                .onItem()
                .transformToUniAndConcatenate(runStore::find)
                .onItem()
                .transformToUniAndConcatenate(
                        run -> run.map(found -> tallies.of(found).replaceWithVoid())
                                .orElseGet(() -> Uni.createFrom().voidItem()))
                .collect()
                .last()
                .replaceWithVoid()
                .eventually(() -> isBusy.set(false));
    }
}
