/// Programs of the operating system: started in their own sessions with a mark in their environment,
/// controlled by JSON lines, and ended with all their children, even if this process is killed.
/// `HarnessException` is the failure of all of `harness`.
///
/// In: commands. Out: exit codes, lines, log files. Runs on virtual threads. Called by `harness` and (the
/// exception) by `harness.probe` and the command line; imports nothing of `harness`.
@NullMarked
package dev.throughline.harness.process;

import org.jspecify.annotations.NullMarked;
