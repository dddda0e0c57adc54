/// `./throughline`: the command line as a whole, and the commands without a group of their own (serve, training
/// export, retention). Exit codes are `ExitCode`'s. Nothing imports it. Imports all packages below.
@NullMarked
package dev.throughline.cli;

import org.jspecify.annotations.NullMarked;
