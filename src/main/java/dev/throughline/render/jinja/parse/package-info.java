/// Text of a template → syntax tree: lexers with the white-space rules of `trim_blocks` and `lstrip_blocks`,
/// parsers with jinja2's precedence, `Expression` and `Statement`. A filter or test that does not exist is an
/// error here, as in jinja2.
///
/// In: text. Out: a tree with positions, or a `TemplateException`. Called by `render.jinja` only; imports
/// `library` (which names exist), `python`, `value`.
@NullMarked
package dev.throughline.render.jinja.parse;

import org.jspecify.annotations.NullMarked;
