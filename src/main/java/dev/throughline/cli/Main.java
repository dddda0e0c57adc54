package dev.throughline.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.security.Security;

/// The program's entry point: parses the command line and runs one command. The exit codes are those of `ExitCode`.
@QuarkusMain
public final class Main {
    // With the JDK's default, a database or backend whose name was briefly unresolvable, for example during
    // its restart, would remain unresolvable for ten seconds. Unit: seconds.
    private static final String UNKNOWN_NAMES_STAY = "1";

    private Main() {}

    public static void main(String[] arguments) {
        Security.setProperty("networkaddress.cache.negative.ttl", UNKNOWN_NAMES_STAY);
        System.exit(ThroughlineCommandLine.create(arguments).execute(arguments));
    }
}
