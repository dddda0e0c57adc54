/// Answers "can I use it?" from cells and claims: yes, no or unknown, with typed reasons and notices. Pure:
/// the same evidence yields the same answer. Called by `matrix.api` and `cli`.
@NullMarked
package dev.throughline.matrix.use;

import org.jspecify.annotations.NullMarked;
