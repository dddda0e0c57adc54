package dev.throughline.text;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BodyDigestTest {
    private final Random random = new Random(7);

    @Test
    void equalsTheHashOfAllBytesHoweverABodyGrows() {
        for (int conversation = 0; conversation < 20; conversation++) {
            byte[] body = bytes(1 + random.nextInt(60_000));
            BodyDigest digest = BodyDigest.NONE.of(body, places(body, BodyDigest.LAST), 0, 0);
            for (int step = 0; step < 20; step++) {
                int shared = random.nextInt(body.length + 1);
                byte[] next = continued(body, shared, random.nextInt(30_000));

                digest = digest.of(next, places(next, random.nextInt(1 + BodyDigest.LAST)), 0, shared);

                assertThat(digest.states()).hasSizeLessThanOrEqualTo(1 + 2 * BodyDigest.LAST);
                assertThat(digest.hex()).isEqualTo(HexFormat.of().formatHex(sha256(next, next.length)));
                assertBeginnings(digest, next);
                body = next;
            }
        }
    }

    @Test
    void hashesNothingOfABodyForTheEmptyBeginning() {
        byte[] body = bytes(9_000);
        BodyDigest digest = BodyDigest.NONE.of(body, List.of(8_000), 0, 0);

        Map<Integer, byte[]> hashes = digest.ofBeginnings(body, new TreeSet<>(List.of(0, body.length)));

        assertThat(hashes.get(0)).isEqualTo(sha256(body, 0));
        assertThat(hashes.get(body.length)).isEqualTo(sha256(body, body.length));
        assertThat(digest.ofBeginnings(body, new TreeSet<>())).isEmpty();
    }

    private void assertBeginnings(BodyDigest digest, byte[] body) {
        SortedSet<Integer> lengths = new TreeSet<>(places(body, 8));

        Map<Integer, byte[]> hashes = digest.ofBeginnings(body, lengths);

        assertThat(hashes.keySet()).isEqualTo(lengths);
        hashes.forEach((length, hash) -> assertThat(hash).isEqualTo(sha256(body, length)));
    }

    private List<Integer> places(byte[] body, int count) {
        return random.ints(count, 0, body.length + 1).sorted().boxed().toList();
    }

    private byte[] continued(byte[] body, int shared, int more) {
        byte[] next = Arrays.copyOf(body, shared + more);
        System.arraycopy(bytes(more), 0, next, shared, more);
        return next;
    }

    private byte[] bytes(int length) {
        byte[] some = new byte[length];
        random.nextBytes(some);
        return some;
    }

    private static byte[] sha256(byte[] body, int length) {
        return Sha256.digest().digest(Arrays.copyOf(body, length));
    }
}
