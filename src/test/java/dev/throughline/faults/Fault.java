package dev.throughline.faults;

/// Something that goes wrong on purpose, and what must hold then.
interface Fault {
    /// Names it in the table and on the command line.
    String name();

    /// Does it, and says what came of it. A promise that broke is part of the damage; an exception says that it could
    /// not be tried.
    FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception;
}
