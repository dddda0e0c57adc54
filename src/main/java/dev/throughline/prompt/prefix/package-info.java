/// What the requests of a run repeat of the prompts before them, and what that costs: recorded requests
/// and answers go
/// in, comparisons with prices and the server's own count of cached tokens come out.
@NullMarked
package dev.throughline.prompt.prefix;

import org.jspecify.annotations.NullMarked;
