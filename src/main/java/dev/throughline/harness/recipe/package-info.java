/// How clients are installed, configured and driven, as data: the shape of a recipe file, its rules, the
/// catalogue of those that come with the program and those of the user, and which client is checked
/// (`ClientSpec`, `ProxyRoute`).
///
/// In: JSON. Out: immutable values, or a `RecipeException` that names file and fault. No processes, no HTTP.
/// Called by `harness` and the command line; imports nothing of `harness`.
@NullMarked
package dev.throughline.harness.recipe;

import org.jspecify.annotations.NullMarked;
