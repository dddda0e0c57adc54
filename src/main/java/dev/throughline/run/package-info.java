/// Runs, exchanges, the journal and the reports; with `matrix` the only package that knows the database.
@NullMarked
package dev.throughline.run;

import org.jspecify.annotations.NullMarked;
