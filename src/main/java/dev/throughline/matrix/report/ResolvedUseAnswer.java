package dev.throughline.matrix.report;

import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseQuestion;

/// A question, its versions resolved, with its answer.
public record ResolvedUseAnswer(UseQuestion question, UseAnswer answer) {}
