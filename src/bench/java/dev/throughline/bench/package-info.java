/// Load against a running service; figures for people, not tests. Started by `.ci/bench`.
@org.jspecify.annotations.NullMarked
package dev.throughline.bench;
