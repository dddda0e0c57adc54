package dev.throughline.run.journal;

import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;

/// Adjacent events of one exchange on their way to one row. The arrays are handed over: nobody changes them any more.
///
/// @param count how much of the arrays is filled
/// @param cutNanos when it was made, by `System.nanoTime`
/// @param bytes what the events count for in the journal's memory
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
