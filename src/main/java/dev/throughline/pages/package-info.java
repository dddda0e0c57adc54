/// HTML pages for browsers, from Qute templates with one style sheet and one script: home, runs, one run, one
/// exchange, live, signing in; `/docs` and the page of the matrix.
///
/// In: HTTP requests. Out: pages that load nothing from other hosts and work without scripts. Imported by no other
/// package.
@NullMarked
package dev.throughline.pages;

import org.jspecify.annotations.NullMarked;
