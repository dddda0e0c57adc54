/// Where answers come from: a backend is given a conversation and produces the events of one answer.
@NullMarked
package dev.throughline.backend;

import org.jspecify.annotations.NullMarked;
