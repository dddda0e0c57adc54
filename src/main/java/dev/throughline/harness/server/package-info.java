/// Model servers that are installed and started by recipe, and the scripted model that they serve.
@NullMarked
package dev.throughline.harness.server;

import org.jspecify.annotations.NullMarked;
