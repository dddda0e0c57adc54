/// The filters, tests and global functions by name: those of jinja2 that chat templates can use, and those that
/// transformers adds.
///
/// In: values and arguments. Out: values. Called by `render.jinja` and `parse`; imports `python` and `value`.
@NullMarked
package dev.throughline.render.jinja.library;

import org.jspecify.annotations.NullMarked;
