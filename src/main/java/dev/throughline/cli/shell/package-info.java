/// What makes the command line comfortable in a shell: completion and manual pages, both derived from the
/// commands as they are. Called by the command line; imports no command.
@NullMarked
package dev.throughline.cli.shell;

import org.jspecify.annotations.NullMarked;
