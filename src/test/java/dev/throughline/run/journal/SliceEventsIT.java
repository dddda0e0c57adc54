package dev.throughline.run.journal;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import dev.throughline.store.StoredText;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What SQL reads in the bytes of a slice is what was written.
@QuarkusTest
class SliceEventsIT {
    private static final int FIRST = 7;

    @Inject
    Pool pool;

    @Test
    void areTheSameInTheDatabase() {
        var random = new Random(5);
        for (int round = 0; round < 50; round++) {
            List<RecordedToken> events = SliceCodecTest.events(random, FIRST, random.nextInt(300));

            assertThat(read(SliceCodecTest.encoded(events))).isEqualTo(events);
        }
    }

    @Test
    void areRefusedInAFormThatTheDatabaseDoesNotKnow() {
        assertThatThrownBy(() -> read(new byte[] {2, 0})).hasMessageContaining("later version");
    }

    private List<RecordedToken> read(byte[] slice) {
        var rows =
                await(pool.preparedQuery("SELECT place, kind, text, micros FROM slice_events($1::bytea) ORDER BY place")
                        .execute(Tuple.tuple().addValue(Buffer.buffer(slice))));
        return StreamSupport.stream(rows.spliterator(), false)
                .map(SliceEventsIT::event)
                .toList();
    }

    private static RecordedToken event(Row row) {
        return new RecordedToken(
                FIRST + row.getInteger(0) - 1,
                TokenKind.of(row.getShort(1)),
                StoredText.decode(row.getString(2)),
                row.getLong(3));
    }
}
