/// HTML pages for browsers: `/docs` and the page of the matrix.
///
/// In: HTTP requests. Out: pages that load nothing from other hosts. Imported by no other package.
@NullMarked
package dev.throughline.pages;

import org.jspecify.annotations.NullMarked;
