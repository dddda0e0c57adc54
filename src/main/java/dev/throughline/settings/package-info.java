/// How the values of settings are checked: ranges stand at the method of their `@ConfigMapping` interface.
///
/// In goes a mapping as SmallRye Config reads it, out comes an error that names the setting. Imports none of ours;
/// every feature that has settings may use it.
@NullMarked
package dev.throughline.settings;

import org.jspecify.annotations.NullMarked;
