/// The exact prompt of a chat template, with the origin of every character; the common prefix of
/// consecutive prompts; the built-in GLM templates.
///
/// In: the text of a template and a conversation as the JSON that templates read. Out: a
/// [dev.throughline.render.Rendering] or a [dev.throughline.render.jinja.TemplateException]. Plain
/// Java; called by `prompt` and `cli`.
@NullMarked
package dev.throughline.render;

import org.jspecify.annotations.NullMarked;
