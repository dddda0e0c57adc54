/// How a command reaches the service: a running one by its address, one started in this process for the
/// duration of the command, or its database alone.
///
/// In: options and environment. Out: a `ServiceClient` or a database. Called by the commands; imports no
/// command and not `cli`.
@NullMarked
package dev.throughline.cli.service;

import org.jspecify.annotations.NullMarked;
