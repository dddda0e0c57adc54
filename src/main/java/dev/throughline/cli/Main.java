package dev.throughline.cli;

import io.quarkus.runtime.annotations.QuarkusMain;

/// The program: reads the command line and runs one command. The exit codes are `ExitCode`'s.
@QuarkusMain
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(CommandLines.create().execute(arguments));
    }
}
