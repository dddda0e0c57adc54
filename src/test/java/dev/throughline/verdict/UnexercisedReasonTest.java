package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.verdict.EvidenceBuilder.exact;
import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static dev.throughline.verdict.EvidenceBuilder.signedThought;
import static org.assertj.core.api.Assertions.assertThat;

/// Why nothing can be said of a capability, by what the run held of it.
class UnexercisedReasonTest {
    private static final String CAPABILITIES = """
            THINK,   THINK,   reasoning
            CONTENT, CONTENT, text
            TOOL_ID, TOOL_ID, a tool call
            TOOL_IN, TOOL_IN, a tool call
            TOOL_OUT, TOOL_OUT, a tool call with a known result
            """;

    @ParameterizedTest
    @CsvSource(textBlock = CAPABILITIES)
    void noAnswerHeldIt(Capability capability, Category category, String name) {
        TracedExchange other = exchange(1)
                .planting(category == Category.THINK ? Category.CONTENT : Category.THINK)
                .build();

        assertThat(reason(capability, other)).isEqualTo("no answer contained " + name);
    }

    @ParameterizedTest
    @CsvSource(textBlock = CAPABILITIES)
    void noLaterRequestFollowed(Capability capability, Category category, String name) {
        assertThat(reason(capability, exchange(1).planting(category).build()))
                .isEqualTo("no later request continued an answer with " + name);
    }

    @ParameterizedTest
    @CsvSource(textBlock = CAPABILITIES)
    void noRequestHadToReturnIt(Capability capability, Category category, String name) {
        TracedExchange answer = exchange(1).planting(category).build();
        TracedExchange next = exchange(2)
                .observing(1, 0, Due.MAY, Scope.ACROSS_TURNS, exact())
                .build();

        assertThat(reason(capability, answer, next)).isEqualTo("no request had to return it");
    }

    @Test
    void whatIsObservedOfOtherItemsDoesNotCount() {
        TracedExchange answer =
                exchange(1).planting(Category.THINK, Category.CONTENT).build();
        TracedExchange next = exchange(2).observing(1, 1, exact()).build();

        assertThat(reason(Capability.THINK, answer, next))
                .isEqualTo("no later request continued an answer with reasoning");
    }

    @Test
    void reasoningWithoutASignatureLeavesNoSignatureToKeep() {
        assertThat(reason(
                        Capability.SIGNATURE,
                        exchange(1).planting(Category.THINK).build()))
                .isEqualTo("no reasoning was issued with a signature");
    }

    @Test
    void signedReasoningThatNobodyContinuedLeavesNoSignatureToKeep() {
        PlantedItem signed = signedThought(0);

        assertThat(reason(Capability.SIGNATURE, exchange(1).planting(signed).build()))
                .isEqualTo("no later request continued an answer with signed reasoning");
    }

    @ParameterizedTest
    @CsvSource({
        "ORDER, no item had to be returned",
        "PARAMS, no request set a thinking parameter",
        "CACHE, no request continued an earlier one"
    })
    void theOthersHaveOneReason(Capability capability, String reason) {
        assertThat(reason(capability, exchange(1).build())).isEqualTo(reason);
    }

    private static String reason(Capability capability, TracedExchange... exchanges) {
        List<TracedExchange> all = List.of(exchanges);
        List<PlantedItem> items =
                all.stream().flatMap(exchange -> exchange.items().stream()).toList();
        return new UnexercisedReason(
                        items.stream().map(PlantedItem::category).collect(Collectors.toSet()),
                        items.stream().anyMatch(item -> item.signature().isPresent()),
                        RunScorer.items(all).stream().map(ItemVerdict::category).collect(Collectors.toSet()),
                        false)
                .of(capability);
    }
}
