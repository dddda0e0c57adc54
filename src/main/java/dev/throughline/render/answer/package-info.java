/// What a model's answer says: its text or ids read as reasoning, content and calls, by the filters of the proxy.
@NullMarked
package dev.throughline.render.answer;

import org.jspecify.annotations.NullMarked;
