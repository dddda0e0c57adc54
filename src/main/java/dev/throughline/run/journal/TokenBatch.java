package dev.throughline.run.journal;

import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;

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
    /// Adds the columns of its own row.
    Tuple addTo(Tuple values) {
        Short[] rowKinds = new Short[count];
        Long[] rowMicros = new Long[count];
        String[] rowTexts = Arrays.copyOf(texts, count);
        for (int i = 0; i < count; i++) {
            rowKinds[i] = (short) kinds[i];
            rowMicros[i] = micros[i];
            rowTexts[i] = StoredText.encode(texts[i]);
        }
        return values.addInteger(firstSeq)
                .addArrayOfShort(rowKinds)
                .addArrayOfString(rowTexts)
                .addArrayOfLong(rowMicros);
    }
}
