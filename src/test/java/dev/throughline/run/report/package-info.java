/// Tests of the reports.
@NullMarked
package dev.throughline.run.report;

import org.jspecify.annotations.NullMarked;
