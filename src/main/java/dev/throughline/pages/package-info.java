/// HTML that people open in a browser: `/docs` and the page of the matrix.
///
/// In: HTTP requests. Out: pages that load nothing from elsewhere. Nobody imports it.
@NullMarked
package dev.throughline.pages;

import org.jspecify.annotations.NullMarked;
