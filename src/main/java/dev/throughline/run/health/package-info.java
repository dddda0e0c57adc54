/// Whether the service is operational: live, started and ready, and the state of database, journal and backends.
///
/// Read without a key, so it exposes no address, credential or text.
@NullMarked
package dev.throughline.run.health;

import org.jspecify.annotations.NullMarked;
