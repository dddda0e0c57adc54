package dev.throughline.fuzz;

import java.util.function.Function;
import java.util.stream.Stream;

/// How inputs of one kind are made, made smaller and shown.
/// @param smaller inputs that are simpler than this one, the simplest first; must not go in circles
/// @param shown a form that a test can be written from
record InputShape<T>(Function<SeededChoices, T> made, Function<T, Stream<T>> smaller, Function<T, String> shown) {}
