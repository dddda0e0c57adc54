/// Programs of the operating system: started in sessions of their own with a mark in their environment, spoken
/// to in lines of JSON, and ended with all their children, even when this process is killed. `HarnessException`
/// is the failure of all of `harness`.
///
/// In: commands. Out: exit codes, lines, log files. Lives on virtual threads. Called by `harness` and (the
/// exception) by `harness.probe` and the command line; imports nothing of `harness`.
@NullMarked
package dev.throughline.harness.process;

import org.jspecify.annotations.NullMarked;
