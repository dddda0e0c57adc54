/// What commands have in common when they print: exit codes, tables in plain text, progress lines. Called by
/// the commands; imports no command and not `cli`.
@NullMarked
package dev.throughline.cli.output;

import org.jspecify.annotations.NullMarked;
