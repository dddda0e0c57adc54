/// The exact prompt of a chat template, with the origin of every character, and what follows from it: the common prefix
/// of consecutive prompts and the field that broke it, the tokens that a training run may learn (`LossMask`), the next
/// prompt as an extension of exact tokens (`PromptBridge`), the parts of an answer, and the delimiters of a model whose
/// family is not known (`MarkerFinder`, which renders small conversations and examines the text around theirs). The
/// rules of masks and bridges
/// follow the project "renderers", pull request 66 included.
///
/// In: the text of a template and a conversation as the JSON that templates read. Out: a
/// [dev.throughline.render.Rendering] or a [dev.throughline.render.jinja.TemplateException]. Plain
/// Java; called by `prompt`, `cli` and the configuration of proxies.
@NullMarked
package dev.throughline.render;

import org.jspecify.annotations.NullMarked;
