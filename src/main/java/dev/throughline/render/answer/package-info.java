/// Parses a model's answer: its text or ids become reasoning, content and calls, by the filters of the proxy.
@NullMarked
package dev.throughline.render.answer;

import org.jspecify.annotations.NullMarked;
