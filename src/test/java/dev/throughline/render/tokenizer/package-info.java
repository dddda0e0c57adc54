@NullMarked
package dev.throughline.render.tokenizer;

import org.jspecify.annotations.NullMarked;
