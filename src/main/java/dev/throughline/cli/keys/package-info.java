/// The commands that create, list and revoke keys in the service's database, whether the service runs or not.
/// Imports `access`, `cli.service`, `cli.output`; called by `cli` only.
@NullMarked
package dev.throughline.cli.keys;

import org.jspecify.annotations.NullMarked;
