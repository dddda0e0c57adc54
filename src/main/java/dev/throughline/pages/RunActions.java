package dev.throughline.pages;

import dev.throughline.rest.Problem;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.lifecycle.RunStore;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/// The actions of the buttons on the page of a run.
@ApplicationScoped
class RunActions {
    private final RunStore runStore;

    RunActions(RunStore runStore) {
        this.runStore = runStore;
    }

    /// @param action the name of the button
    /// @return the changed run
    Uni<Run> perform(RunId run, String action) {
        return switch (action) {
            case "seal" -> runStore.seal(run);
            case "publish" -> runStore.publish(run, true);
            case "unpublish" -> runStore.publish(run, false);
            case "pin" -> runStore.pin(run, true);
            case "unpin" -> runStore.pin(run, false);
            default ->
                throw Problem.inParameter("action", "seal, publish, unpublish, pin or unpin was expected.")
                        .exception();
        };
    }
}
