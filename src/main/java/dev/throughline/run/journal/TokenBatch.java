package dev.throughline.run.journal;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;

/// Adjacent events of one exchange that are stored in one row. Ownership of the arrays is transferred: they
/// no longer change.
///
/// @param count number of used array elements
/// @param cutNanos when it was cut, by `System.nanoTime`
/// @param bytes size of the events in the journal's memory
record TokenBatch(
        ExchangeEventBuffer log,
        int firstSeq,
        int count,
        byte[] kinds,
        long[] micros,
        String[] texts,
        long cutNanos,
        long bytes) {
    /// Appends the columns of its row.
    Tuple addTo(Tuple values) {
        return values.addInteger(firstSeq).addBuffer(Buffer.buffer(SliceCodec.encode(count, kinds, micros, texts)));
    }
}
