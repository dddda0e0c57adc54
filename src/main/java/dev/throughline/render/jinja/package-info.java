/// A Jinja engine that renders chat templates as Python's jinja2 3.1 does in the settings of Hugging Face
/// transformers (`trim_blocks`, `lstrip_blocks`, the immutable sandbox, loop controls, `{% generation %}`),
/// and tracks the origin of every character of its output.
///
/// In: the text of a template and a JSON context. Out: a [dev.throughline.render.jinja.value.TextValue]
/// with runs of origins, or a [dev.throughline.render.jinja.value.TemplateException] with the class that
/// Python raises. A template is hostile text: every rendering has limits. Text of messages is data and is
/// never evaluated. Plain Java without reflection; called by `render` only.
@NullMarked
package dev.throughline.render.jinja;

import org.jspecify.annotations.NullMarked;
