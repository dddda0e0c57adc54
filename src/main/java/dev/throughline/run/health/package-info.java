/// Whether the service can do its work: live, started, ready, and what of database, journal and backends is wrong.
///
/// Read without a key, so nothing here names an address, a credential or a text.
@NullMarked
package dev.throughline.run.health;

import org.jspecify.annotations.NullMarked;
