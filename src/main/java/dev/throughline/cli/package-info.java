/// `./throughline`: the complete command line, and the commands without a separate group (serve, training export,
/// retention). Exit codes are defined by `ExitCode`. Imported by no other package; imports all packages below.
@NullMarked
package dev.throughline.cli;

import org.jspecify.annotations.NullMarked;
