/// Shared output of commands: exit codes, plain text tables, progress lines. Called by the commands;
/// imports no command and not `cli`.
@NullMarked
package dev.throughline.cli.output;

import org.jspecify.annotations.NullMarked;
