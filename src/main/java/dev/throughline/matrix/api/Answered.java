package dev.throughline.matrix.api;

import dev.throughline.matrix.UseAnswer;
import dev.throughline.matrix.UseQuestion;

/// A question, its versions resolved, with its answer.
record Answered(UseQuestion question, UseAnswer answer) {}
