/// The values of the template language, texts that know the origin of each character, the state and budget of
/// one rendering, and its errors.
///
/// In: a JSON context (`JsonContext`). Out: `TemplateValue`s. The lowest package of the engine. `Origin`,
/// `ContentPointer`, `GenerationRange`, `TemplateException` and `TemplateLimits` are for callers of the engine
/// (`render`, `prompt`, `training`, `cli`) as well; the rest is for `render.jinja.*`.
@NullMarked
package dev.throughline.render.jinja.value;

import org.jspecify.annotations.NullMarked;
