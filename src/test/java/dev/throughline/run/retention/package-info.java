/// Tests of the retention, on a real PostgreSQL.
@NullMarked
package dev.throughline.run.retention;

import org.jspecify.annotations.NullMarked;
