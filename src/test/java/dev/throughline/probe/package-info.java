/// The reference client, which keeps everything, and the mutants, which each have one named defect: the checks are
/// checked.
@org.jspecify.annotations.NullMarked
package dev.throughline.probe;
