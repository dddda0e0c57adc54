package dev.throughline.fuzz;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.filter.Anomaly;
import dev.throughline.fuzz.RandomMarkup.Written;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.testing.Cut;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class FilterFuzzTest {
    private static final int INPUTS = 20_000;

    private record Passed(List<StreamEvent> events, List<Anomaly> anomalies, boolean isTurnOver) {}

    private static Passed filtered(Written input, List<StreamEvent> events) {
        var filter = GlmFilters.of(input.settings());
        List<StreamEvent> passed = new ArrayList<>();
        events.forEach(event -> filter.on(event, passed::add));
        return new Passed(passed, filter.anomalies(), filter.isTurnOver());
    }

    @Test
    void passesTheSameHoweverTheTextIsCut() throws InterruptedException {
        FuzzRunner.of("filter cuts", RandomMarkup.WRITTEN, INPUTS, input -> {
            Passed whole = filtered(input, input.events());
            int units = input.events().stream()
                    .mapToInt(event -> text(event).length())
                    .sum();
            for (Cut cut : CutChoices.cuts(units)) {
                Passed pieces = filtered(input, cut(cut, input.events()));
                assertThat(RandomAnswers.joined(pieces.events()))
                        .as(cut.name())
                        .isEqualTo(RandomAnswers.joined(whole.events()));
                assertThat(pieces.anomalies()).as(cut.name()).isEqualTo(whole.anomalies());
            }
        });
    }

    @Test
    void passesOnlyWhatTheGrammarAllows() throws InterruptedException {
        FuzzRunner.of("filter grammar", RandomMarkup.WRITTEN, INPUTS, input -> {
            Passed passed = filtered(input, input.events());
            assertThat(RandomAnswers.objection(passed.events())).isEmpty();
            if (!isCut(input.events().getLast())) {
                argumentsAreObjects(passed.events());
            }
        });
    }

    @Test
    void losesNoWordAndInventsNone() throws InterruptedException {
        FuzzRunner.of("filter words", RandomMarkup.WRITTEN, INPUTS, input -> {
            var withoutTools = new Written(input.events(), List.of(), input.startsInReasoning(), input.maxCalls());
            Passed passed = filtered(withoutTools, input.events());
            // White space is held back, and may come behind reasoning that followed it.
            String read = HostileTexts.withoutLayout(texts(input.events()));
            String written = HostileTexts.withoutLayout(texts(onceOnly(passed)));
            assertThat(isSubsequence(written, read)).isTrue();
            if (!passed.isTurnOver()) {
                assertThat(count(written)).isEqualTo(count(read));
            }
        });
    }

    /// An answer without a closer is given as reasoning while it comes, and as text at its end: without that text.
    private static List<StreamEvent> onceOnly(Passed passed) {
        boolean isTwice =
                passed.anomalies().stream().anyMatch(anomaly -> anomaly.kind() == Anomaly.Kind.UNCLOSED_REASONING);
        return passed.events().stream()
                .filter(event -> !isTwice || !(event instanceof TextDelta))
                .toList();
    }

    @Test
    void takesTimeInProportionToTheText() throws InterruptedException {
        var threads = ManagementFactory.getThreadMXBean();
        InputShape<Written> repeated = new InputShape<>(
                seededChoices -> {
                    String prefix = RandomMarkup.soup(seededChoices);
                    String unit = RandomMarkup.soup(seededChoices) + seededChoices.of(RandomMarkup.MARKERS);
                    String text = prefix + unit.repeat(300_000 / unit.length());
                    return RandomMarkup.WRITTEN
                            .made()
                            .apply(seededChoices)
                            .with(List.of(new TextDelta(text), new Finish(FinishReason.STOP)));
                },
                _ -> java.util.stream.Stream.empty(),
                input -> input.schemas()
                        + HostileTexts.literal(texts(input.events())).substring(0, 2_000));
        FuzzRunner.of("filter time", repeated, 100, input -> {
            long before = threads.getCurrentThreadCpuTime();
            filtered(input, cut(new Cut("in fives", fives(texts(input.events()).length())), input.events()));
            assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(3_000_000_000L);
        });
    }

    private static List<Integer> fives(int units) {
        return java.util.stream.IntStream.iterate(5, at -> at < units, at -> at + 5)
                .boxed()
                .toList();
    }

    private static boolean isCut(StreamEvent last) {
        return last instanceof Failure
                || last instanceof Finish(FinishReason reason, var _)
                        && (reason == FinishReason.LENGTH || reason == FinishReason.CONTENT_FILTER);
    }

    private static void argumentsAreObjects(List<StreamEvent> events) throws IOException {
        Map<Integer, StringBuilder> calls = new HashMap<>();
        for (StreamEvent event : events) {
            if (event instanceof ToolCallArgs(int index, String fragment)) {
                calls.computeIfAbsent(index, _ -> new StringBuilder()).append(fragment);
            }
        }
        for (StringBuilder arguments : calls.values()) {
            try (JsonParser parser = dev.throughline.wire.StrictJson.MAPPER.createParser(arguments.toString())) {
                assertThat(parser.nextToken()).as(arguments.toString()).isEqualTo(JsonToken.START_OBJECT);
                assertThat(parser.skipChildren().nextToken()).isNull();
            }
        }
    }

    private static String text(StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) -> text;
            case ReasoningDelta(String text) -> text;
            default -> "";
        };
    }

    private static String texts(List<StreamEvent> events) {
        var texts = new StringBuilder();
        events.forEach(event -> texts.append(text(event)));
        return texts.toString();
    }

    private static List<StreamEvent> cut(Cut cut, List<StreamEvent> events) {
        List<StreamEvent> pieces = new ArrayList<>();
        int before = 0;
        int next = 0;
        for (StreamEvent event : events) {
            String text = text(event);
            List<Integer> inside = new ArrayList<>();
            while (next < cut.places().size() && cut.places().get(next) < before + text.length()) {
                int place = cut.places().get(next++) - before;
                if (place > 0) {
                    inside.add(place);
                }
            }
            switch (event) {
                case TextDelta _ -> new Cut("", inside).pieces(text).forEach(one -> pieces.add(new TextDelta(one)));
                case ReasoningDelta _ ->
                    new Cut("", inside).pieces(text).forEach(one -> pieces.add(new ReasoningDelta(one)));
                default -> pieces.add(event);
            }
            before += text.length();
        }
        return pieces;
    }

    private static boolean isSubsequence(String some, String all) {
        int at = 0;
        for (int i = 0; i < all.length() && at < some.length(); i++) {
            at += all.charAt(i) == some.charAt(at) ? 1 : 0;
        }
        return at == some.length();
    }

    /// Words are never part of a marker or of layout.
    private static int count(String text) {
        return text.split("word", -1).length;
    }
}
