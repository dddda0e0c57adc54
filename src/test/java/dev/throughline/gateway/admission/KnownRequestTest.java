package dev.throughline.gateway.admission;

import dev.throughline.conversation.Dialect;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.text.Sha256;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.history.Continuation;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.trace.history.HistoryTracer;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.RequestRedaction;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class KnownRequestTest {
    private static final int CONVERSATIONS = Thoroughness.tries(200, 50);
    private static final int REQUESTS = 20;
    private static final RunHistory NOTHING = new RunHistory(ThinkingPolicy.values()[0], List.of(), Map.of());

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aRequestIsTheSameWhateverIsKnownOfIt(Dialect dialect) throws WireException {
        DialectCodec codec = DialectCodecs.of(dialect);
        int shared = 0;
        for (int seed = 0; seed < CONVERSATIONS; seed++) {
            var random = new Random(seed);
            var bodies = new RepeatedBodies(dialect, random);
            List<KnownRequest> earlier = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                byte[] body = bodies.next();
                KnownRequest whole = decoded(body, codec, Optional.empty());
                Optional<KnownRequest> known = earlier.isEmpty()
                        ? Optional.empty()
                        : Optional.of(earlier.get(Math.max(0, earlier.size() - 1 - random.nextInt(3))));

                KnownRequest request = decoded(body, codec, known);

                assertAlike(request, whole, body, dialect + ", seed " + seed + ", request " + i);
                shared += request.body().shared();
                earlier.add(request);
            }
        }
        assertThat(shared).isGreaterThan(CONVERSATIONS * REQUESTS / 2);
    }

    private static void assertAlike(KnownRequest request, KnownRequest whole, byte[] body, String place) {
        assertThat(request.body().tree().toString())
                .as(place)
                .isEqualTo(whole.body().tree().toString());
        assertThat(request.request()).as(place).isEqualTo(whole.request());
        assertThat(request.hash()).as(place).isEqualTo(Sha256.hex(body));
        assertThat(request.isPlain()).as(place).isEqualTo(!RequestRedaction.mayApply(body, 0));
        assertThat(request.digest().ends()).as(place).isEqualTo(whole.digest().ends());
        assertThat(request.digest().closing())
                .as(place)
                .isEqualTo(whole.digest().closing());
        assertThat(continuation(request)).as(place).isEqualTo(continuation(whole));
        assertThat(HistoryTracer.trace(request.request(), request.chain(), "", Map.of(), NOTHING))
                .as(place)
                .isEqualTo(HistoryTracer.trace(whole.request(), "", Map.of(), NOTHING));
    }

    private static Optional<Object> continuation(KnownRequest request) {
        return HistoryLookupKeys.continuing(request.request(), request.chain(), "", Map.of(), 0)
                .continuation()
                .map(Continuation::before);
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void aDamagedBodyHasTheSameErrorWhateverIsKnownOfIt(Dialect dialect) throws WireException {
        DialectCodec codec = DialectCodecs.of(dialect);
        var random = new Random(7);
        var bodies = new RepeatedBodies(dialect, random);
        byte[] before = bodies.next();
        KnownRequest known = decoded(before, codec, Optional.empty());
        for (int i = 0; i < Thoroughness.tries(2_000, 500); i++) {
            byte[] body = damaged(i % 2 == 0 ? before : bodies.next(), random);

            assertThat(outcome(body, codec, Optional.of(known)))
                    .as(new String(body, StandardCharsets.UTF_8))
                    .isEqualTo(outcome(body, codec, Optional.empty()));
            if (i % 2 == 1) {
                bodies = new RepeatedBodies(dialect, random);
            }
        }
    }

    private static byte[] damaged(byte[] body, Random random) {
        byte[] damaged = body.clone();
        int at = random.nextInt(body.length);
        switch (random.nextInt(4)) {
            case 0 -> damaged[at] = (byte) random.nextInt(256);
            case 1 -> damaged = Arrays.copyOf(body, at);
            case 2 -> damaged = Arrays.copyOf(body, body.length + 1);
            default -> System.arraycopy(body, 0, damaged, at, Math.min(at, body.length - at));
        }
        return damaged;
    }

    private static String outcome(byte[] body, DialectCodec codec, Optional<KnownRequest> known) {
        try {
            return decoded(body, codec, known).request().toString();
        } catch (WireException e) {
            return e.failure().toString();
        }
    }

    @Test
    void aFieldBehindTheHistoryMayNotRepeatOneBeforeIt() throws WireException {
        DialectCodec codec = DialectCodecs.of(Dialect.OPENAI_CHAT);
        String open = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}";
        KnownRequest known = decoded(bytes(open + "]}"), codec, Optional.empty());
        byte[] body = bytes(open + "],\"model\":\"n\"}");

        assertThat(outcome(body, codec, Optional.of(known)))
                .contains("Duplicate")
                .isEqualTo(outcome(body, codec, Optional.empty()));
    }

    @Test
    void onlyWhatIsNewIsParsed() throws WireException {
        DialectCodec codec = DialectCodecs.of(Dialect.OPENAI_CHAT);
        String open = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}"
                + ",{\"role\":\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"c\"}";
        KnownRequest known = decoded(bytes(open + "],\"stream\":true}"), codec, Optional.empty());

        KnownRequest next = decoded(
                bytes(open + ",{\"role\":\"user\",\"content\":\"d\"}],\"stream\":true}"), codec, Optional.of(known));

        assertThat(next.body().shared()).isEqualTo(3);
        assertThat(next.body().tree().at("/messages/1"))
                .isSameAs(known.body().tree().at("/messages/1"));
        assertThat(next.request().messages().get(1))
                .isSameAs(known.request().messages().get(1));
    }

    @Test
    void theRecordedBodyHasNoCredentialsAndKnowsWhereItsHistoryEnds() throws WireException {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"api_key\":\"%s\"}";
        KnownRequest request = decoded(
                bytes(body.formatted("sk-" + "0".repeat(40))), DialectCodecs.of(Dialect.OPENAI_CHAT), Optional.empty());

        KnownRequest.Recorded recorded = request.recorded();

        assertThat(new String(recorded.bytes(), StandardCharsets.UTF_8)).doesNotContain("sk-000");
        assertThat(recorded.digest().hex()).isEqualTo(Sha256.hex(recorded.bytes()));
        assertThat(recorded.digest().ends()).containsExactly(body.indexOf("}]") + 1);
        assertThat(request.hash()).isEqualTo(Sha256.hex(request.bytes()));
        assertThat(request.credentials(request.bytes())).hasSize(1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static KnownRequest decoded(byte[] body, DialectCodec codec, Optional<KnownRequest> known)
            throws WireException {
        return KnownRequest.of(body, codec, codec::decode, known);
    }
}
