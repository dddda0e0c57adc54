package dev.throughline.cli.service;

import io.quarkus.runtime.Application;

/// Runs the part of Quarkus' startup that needs no database while PostgreSQL starts: it is the static initializer of
/// the generated application class. It reads settings, so those of the command line must be set before.
public final class ApplicationLoader {
    private ApplicationLoader() {}

    /// Starts it in the background; whoever starts the application waits for it, and receives its failure.
    public static void start() {
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        Thread.ofPlatform().name("throughline-prepare").daemon().start(() -> {
            Thread.currentThread().setContextClassLoader(program);
            try {
                Class.forName(Application.APP_CLASS_NAME, true, program);
            } catch (ClassNotFoundException | LinkageError e) {
                // The thread that starts the application meets it again, and reports it.
            }
        });
    }
}
