/// Data on how clients are installed, configured and driven: the shape of a recipe file, its rules, the
/// catalog of bundled and user recipes, and the client to check (`ClientSpec`, `ProxyRoute`).
///
/// In: JSON. Out: immutable values, or a `RecipeException` that names the file and the error. No processes,
/// no HTTP. Called by `harness` and the command line; imports nothing of `harness`.
@NullMarked
package dev.throughline.harness.recipe;

import org.jspecify.annotations.NullMarked;
