/// Determines the part of a prompt that the model would have written itself, and the tokens that a training
/// run may learn.
///
/// In: a [dev.throughline.render.Rendering], its messages, and a profile of the model's family. Out: an
/// attribution of every character, and a loss mask over tokens. Source of the rules: the project
/// "renderers", pull request 66 included.
@NullMarked
package dev.throughline.render.mask;

import org.jspecify.annotations.NullMarked;
