package dev.throughline.run.exchange;

import dev.throughline.run.exchange.StoredBody.BodyBase;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.text.BodyDigest;
import dev.throughline.wire.ParsedBody;
import dev.throughline.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Bodies are rebuilt byte for byte from what is recorded of them, from rows and bytes that its length bounds.
@Thorough
class StoredBodyTest {

    /// The recorded bodies of a run.
    private static final class Recorded {
        private final Map<Integer, StoredBody> bodies = new HashMap<>();
        private final Map<Integer, BodyBase> bases = new HashMap<>();

        int add(byte[] body, int parent) {
            int number = bodies.size() + 1;
            Optional<BodyBase> before = Optional.ofNullable(bases.get(parent));
            StoredBody stored = StoredBody.of(number, body, digest(body), before);
            bodies.put(number, stored);
            stored.next()
                    .ifPresent(next -> bases.put(
                            number,
                            new BodyBase(
                                    number,
                                    next.place(),
                                    next.chain(),
                                    BodyMarks.decode(next.marks().encoded()))));
            return number;
        }

        byte[] rebuilt(int number) {
            StoredBody stored = bodies.get(number);
            if (stored.base().isEmpty()) {
                return stored.bytes();
            }
            byte[] base = rebuilt(stored.base().getAsInt());
            var whole = new ByteArrayOutputStream();
            whole.write(base, 0, stored.head());
            whole.writeBytes(stored.bytes());
            whole.write(base, base.length - stored.tail(), stored.tail());
            return whole.toByteArray();
        }

        int steps(int number) {
            var base = bodies.get(number).base();
            return base.isEmpty() ? 1 : 1 + steps(base.getAsInt());
        }

        long chain(int number) {
            StoredBody stored = bodies.get(number);
            return stored.bytes().length
                    + (stored.base().isEmpty() ? 0 : chain(stored.base().getAsInt()));
        }

        long bytes() {
            return bodies.values().stream()
                    .mapToLong(body -> body.bytes().length)
                    .sum();
        }
    }

    /// As a gateway knows it of a body that it has parsed.
    private static BodyDigest digest(byte[] body) {
        return Stream.of("messages", "input")
                .map(history -> digest(body, history))
                .filter(digest -> !digest.ends().isEmpty())
                .findFirst()
                .orElse(BodyDigest.NONE);
    }

    private static BodyDigest digest(byte[] body, String history) {
        try {
            return ParsedBody.parse(body, history, Optional.empty()).digest(BodyDigest.NONE);
        } catch (WireException e) {
            return BodyDigest.NONE;
        }
    }

    private static byte[] body(String history, List<String> messages) {
        String text = "{\"model\":\"m\",\"max_tokens\":100,\"%s\":[%s],\"tools\":[{\"name\":\"%s\"}],\"stream\":true}"
                .formatted(history, String.join(", ", messages), "t".repeat(500));
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String message(Random random, boolean isMarked) {
        String text = Integer.toString(random.nextInt()).repeat(1 + random.nextInt(20)) + "\\\" ] } \ud83e\udde0";
        return "{\"role\":\"user\",\"content\":[{\"text\":\"" + text + "\"" + mark(isMarked) + "}]}";
    }

    private static String mark(boolean isMarked) {
        return isMarked ? ",\"cache_control\":{\"type\":\"ephemeral\"}" : "";
    }

    @ParameterizedTest
    @ValueSource(strings = {"messages", "input", "prompt"})
    void rebuildsEveryBodyOfGeneratedConversations(String history) {
        for (int seed = 0; seed < Thoroughness.tries(40, 4); seed++) {
            var random = new Random(seed);
            var recorded = new Recorded();
            Map<Integer, byte[]> sent = new HashMap<>();
            List<String> messages = new ArrayList<>(List.of(message(random, false)));
            int parent = 0;
            for (int step = 0; step < 150; step++) {
                switch (random.nextInt(30)) {
                    case 0 -> messages.set(random.nextInt(messages.size()), message(random, false));
                    case 1 ->
                        messages.subList(1 + random.nextInt(messages.size()), messages.size())
                                .clear();
                    case 2 -> messages.removeFirst();
                    case 3 -> parent = random.nextInt(sent.size() + 1);
                    default -> {}
                }
                messages.add(message(random, false));
                messages.add(message(random, false));
                List<String> marked = new ArrayList<>(messages);
                marked.set(marked.size() - 1, marked.getLast().replace("\"}]", "\"" + mark(true) + "}]"));
                byte[] body = body(history, marked);
                parent = recorded.add(body, parent);
                sent.put(parent, body);
                assertThat(recorded.steps(parent))
                        .isLessThanOrEqualTo(BodyBase.STEPS + body.length / BodyBase.BYTES_OF_STEP);
                assertThat(recorded.chain(parent)).isLessThanOrEqualTo(2L * body.length + 65_536);
            }
            int of = seed;
            sent.forEach((number, body) -> assertThat(recorded.rebuilt(number))
                    .as("seed %d, request %d", of, number)
                    .isEqualTo(body));
        }
    }

    @Test
    void recordsWhatIsNewOfALongConversationOnce() {
        var random = new Random(7);
        var recorded = new Recorded();
        List<String> messages = new ArrayList<>();
        int steps = Thoroughness.tries(1_500, 300);
        for (int step = 0; step < steps; step++) {
            messages.add(message(random, false));
            messages.add(message(random, false));
            recorded.add(body("messages", messages), step);
        }

        byte[] last = body("messages", messages);
        assertThat(recorded.rebuilt(steps)).isEqualTo(last);
        assertThat(recorded.bytes()).isLessThan(2L * last.length);
    }

    @Test
    void recordsOnlyTheLastMessagesWhenTheMarksOfTheirCacheMove() {
        var random = new Random(7);
        var recorded = new Recorded();
        List<String> messages = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            messages.add(message(random, false));
            List<String> marked = new ArrayList<>(messages);
            for (int i = Math.max(0, marked.size() - 2); i < marked.size(); i++) {
                marked.set(i, marked.get(i).replace("\"}]", "\"" + mark(true) + "}]"));
            }
            recorded.add(body("messages", marked), step);
        }

        assertThat(recorded.bodies.get(60).bytes().length).isLessThan(2_500);
        assertThat(recorded.bodies.get(60).base()).hasValue(59);
    }

    @Test
    void recordsNothingOfARepeatedBody() {
        var random = new Random(7);
        var recorded = new Recorded();
        byte[] body = body("input", List.of(message(random, false), message(random, false)));
        recorded.add(body, 0);

        int repeated = recorded.add(body, 1);

        assertThat(recorded.bodies.get(repeated).bytes()).isEmpty();
        assertThat(recorded.rebuilt(repeated)).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"messages\":[]}", "{\"messages\":{}}", "{\"messages\":[1, \"", "\u0000"})
    void keepsBodiesWithoutAHistoryWhole(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        StoredBody stored = StoredBody.of(1, bytes, digest(bytes), Optional.empty());

        assertThat(stored).isEqualTo(StoredBody.alone(bytes));
    }
}
