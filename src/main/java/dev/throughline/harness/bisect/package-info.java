/// Finds the version in which a client began or ceased to keep something: halves the versions that the
/// registry has between two that differ, and checks one of each half on the service. Called by the command
/// line; imports the harness.
@NullMarked
package dev.throughline.harness.bisect;

import org.jspecify.annotations.NullMarked;
