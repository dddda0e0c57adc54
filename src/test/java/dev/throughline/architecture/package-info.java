/// The rules of the house, held by tests: who may import whom, what no package may do, how large things may grow.
@org.jspecify.annotations.NullMarked
package dev.throughline.architecture;
