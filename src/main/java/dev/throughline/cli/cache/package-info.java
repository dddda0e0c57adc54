/// The commands on the cache of installed clients: `cache show`, `cache trim` and `cache clear`.
///
/// In: the folder of the user's cache. Out: text or JSON. They need no service.
@NullMarked
package dev.throughline.cli.cache;

import org.jspecify.annotations.NullMarked;
