package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;

/// Something that goes wrong on purpose, and what must hold then.
interface Fault {
    /// Names it in the table and on the command line.
    String name();

    /// Whether others beside it would change what it finds.
    default boolean isAlone() {
        return false;
    }

    /// Causes the fault and reports the result. A broken promise is part of the damage; an exception means
    /// that the fault could not be tested.
    FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception;
}
