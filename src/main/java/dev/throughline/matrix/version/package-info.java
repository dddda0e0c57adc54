/// Products and their versions: how each scheme writes and orders them, and which known names are near an
/// unknown one. Pure; imports nothing of ours. Called by all of `matrix`.
@NullMarked
package dev.throughline.matrix.version;

import org.jspecify.annotations.NullMarked;
