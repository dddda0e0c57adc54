package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import dev.throughline.store.StoredText;
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
    /// Appends the columns of its row. The arrays hold only the finish event, which queries search for. Without one
    /// they are null: in a row of one short delta, empty ones cost more than the delta saves as bytes.
    Tuple addTo(Tuple values) {
        int finish = count - 1;
        while (finish >= 0 && kinds[finish] != TokenKind.FINISH.code()) {
            finish--;
        }
        Short[] rowKinds = finish < 0 ? null : new Short[] {(short) kinds[finish]};
        String[] rowTexts = finish < 0 ? null : new String[] {StoredText.encode(texts[finish])};
        return values.addInteger(firstSeq)
                .addArrayOfShort(rowKinds)
                .addArrayOfString(rowTexts)
                .addBuffer(Buffer.buffer(SliceCodec.encode(count, kinds, micros, texts)));
    }
}
