package dev.throughline.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.security.Security;

/// The program: reads the command line and runs one command. The exit codes are `ExitCode`'s.
@QuarkusMain
public final class Main {
    // A database or backend whose name was unknown for a moment, as while it is started anew, would stay unknown for
    // the ten seconds of the JDK's default. Unit: seconds.
    private static final String UNKNOWN_NAMES_STAY = "1";

    private Main() {}

    public static void main(String[] arguments) {
        Security.setProperty("networkaddress.cache.negative.ttl", UNKNOWN_NAMES_STAY);
        System.exit(ThroughlineCommandLine.create(arguments).execute(arguments));
    }
}
