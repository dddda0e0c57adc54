/// What goes with a release: the licences of the parts, the workflows, the list of changes.
///
/// Read from the files of the project and from the bill of materials that the build wrote; nothing is started.
@NullMarked
package dev.throughline.release;

import org.jspecify.annotations.NullMarked;
