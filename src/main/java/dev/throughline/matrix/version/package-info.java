/// Products and their versions: how each scheme writes and orders them, and which known names are similar
/// to an unknown one. Pure; imports no other package of the project. Called by all of `matrix`.
@NullMarked
package dev.throughline.matrix.version;

import org.jspecify.annotations.NullMarked;
