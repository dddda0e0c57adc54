/// What Python does with values: operators, comparison, iteration, slices, attribute lookup in the immutable
/// sandbox, methods of `str`, `dict`, `list` and `tuple`, `str()` and `repr()`, formats, `json.dumps`,
/// `strftime`. Every result keeps the origin of its characters, and every loop counts against the rendering's
/// budget. Called by the packages above it in `render.jinja`; imports `value` only.
@NullMarked
package dev.throughline.render.jinja.python;

import org.jspecify.annotations.NullMarked;
