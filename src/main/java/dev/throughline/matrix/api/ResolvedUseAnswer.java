package dev.throughline.matrix.api;

import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseQuestion;

/// A question with its versions resolved, and its answer.
public record ResolvedUseAnswer(UseQuestion question, UseAnswer answer) {}
