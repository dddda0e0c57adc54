package dev.throughline.gateway.admission;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class BodySlicesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 12, 40})
    void joinsTheSameBytesWhereverTheyAreCut(int first) {
        byte[] bytes = "{\"a\":[1,2,\"x,y\"],\"b\":{\"c\":\"d\"}}".getBytes(StandardCharsets.US_ASCII);
        var whole = new JsonWeight();
        whole.add(bytes, 0, bytes.length);
        Cuts.each(bytes, (label, chunks) -> {
            var slices = new BodySlices(new byte[first]);
            var weight = new JsonWeight();
            chunks.forEach(chunk -> slices.append(Buffer.buffer(chunk), weight));

            assertThat(slices.length()).isEqualTo(bytes.length);
            assertThat(slices.join()).as(label).isEqualTo(bytes);
            assertThat(weight.heapBytes()).as(label).isEqualTo(whole.heapBytes());
        });
    }

    @Test
    void joinsABodyOfManySlices() {
        byte[] bytes = new byte[5 * BodySlices.SLICE / 2];
        new Random(1).nextBytes(bytes);
        var slices = new BodySlices(new byte[1_000]);

        slices.append(Buffer.buffer(bytes), new JsonWeight());

        assertThat(slices.isOne()).isFalse();
        assertThat(slices.join()).isEqualTo(bytes);
    }

    @Test
    void copiesNothingWhereTheLengthWasKnown() {
        byte[] room = new byte[3];
        var slices = new BodySlices(room);
        slices.append(Buffer.buffer("abc"), new JsonWeight());

        assertThat(slices.isOne()).isTrue();
        assertThat(slices.join()).isSameAs(room);
    }

    /// The request that was read holds it until its answer has ended.
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10})
    void holdsNothingOfABodyThatWasHandedOn(int first) {
        var slices = new BodySlices(new byte[first]);
        slices.append(Buffer.buffer("abc"), new JsonWeight());
        slices.join();

        assertThat(slices.isOne()).isTrue();
        assertThat(slices.join()).isEmpty();
    }
}
