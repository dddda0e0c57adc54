/// A Jinja engine that renders chat templates as Python's jinja2 3.1 does in the settings of Hugging Face
/// transformers (`trim_blocks`, `lstrip_blocks`, the immutable sandbox, loop controls, `{% generation %}`),
/// and tracks the origin of every character of its output.
///
/// In: the text of a template and a JSON context. Out: a [dev.throughline.render.jinja.TextValue] with runs of
/// origins, or a [dev.throughline.render.jinja.TemplateException] with the class that Python raises. A template is
/// hostile text: every rendering has limits. Text of messages is data and is never evaluated. Plain Java without
/// reflection; called by `render` only, but for `Origin`, `ContentPointer`, `GenerationRange`, `TemplateException`
/// and `TemplateLimits`.
///
/// Lowest first: values and the budget of a rendering; what Python does with values; filters, tests and functions by
/// name; text to a syntax tree; its evaluation.
@NullMarked
package dev.throughline.render.jinja;

import org.jspecify.annotations.NullMarked;
