/// The commands about prompts: render, describe a template, compare prefixes; of a running service or of files
/// without one. Imports `render`, `prompt`, `wire` (decoding of files), `cli.service`, `cli.output`; called by
/// `cli` only.
@NullMarked
package dev.throughline.cli.prompt;

import org.jspecify.annotations.NullMarked;
