package dev.throughline.run.journal;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SliceCodecTest {
    private static final List<String> TEXTS =
            List.of("", "a", " the", "\u0000", "\uD800", "\u0010", "é", "漢字", "\uD83D\uDE00", "x".repeat(20_000));

    @Test
    void keepsEveryEvent() {
        var random = new Random(3);
        for (int round = 0; round < 500; round++) {
            List<RecordedToken> events = events(random, 7, random.nextInt(300));

            assertThat(decoded(7, encoded(events))).isEqualTo(events);
        }
    }

    @Test
    void takesAFewBytesForAnEventOfAFastAnswer() {
        List<RecordedToken> events = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            events.add(new RecordedToken(i, TokenKind.TEXT, " the", 1_000_000L + 50L * i));
        }

        assertThat(encoded(events)).hasSizeLessThan(7 * 256);
    }

    @Test
    void refusesAFormThatItDoesNotKnow() {
        assertThatIllegalStateException()
                .isThrownBy(() -> SliceCodec.decode(0, new byte[] {2, 0}, new ArrayList<>()))
                .withMessageContaining("later version");
    }

    /// Events in any order, with texts and times of every size.
    static List<RecordedToken> events(Random random, int firstSeq, int count) {
        List<RecordedToken> events = new ArrayList<>();
        TokenKind kind = TokenKind.START;
        for (int i = 0; i < count; i++) {
            if (random.nextInt(5) == 0) {
                kind = TokenKind.values()[random.nextInt(TokenKind.values().length)];
            }
            long micros = random.nextInt(10) == 0 ? random.nextLong() >> 2 : random.nextInt(1_000_000);
            events.add(new RecordedToken(firstSeq + i, kind, TEXTS.get(random.nextInt(TEXTS.size())), micros));
        }
        return events;
    }

    static byte[] encoded(List<RecordedToken> events) {
        byte[] kinds = new byte[events.size()];
        long[] micros = new long[events.size()];
        String[] texts = new String[events.size()];
        for (int i = 0; i < events.size(); i++) {
            kinds[i] = (byte) events.get(i).kind().code();
            micros[i] = events.get(i).micros();
            texts[i] = events.get(i).text();
        }
        return SliceCodec.encode(events.size(), kinds, micros, texts);
    }

    private static List<RecordedToken> decoded(int firstSeq, byte[] slice) {
        List<RecordedToken> tokens = new ArrayList<>();
        SliceCodec.decode(firstSeq, slice, tokens);
        return tokens;
    }
}
