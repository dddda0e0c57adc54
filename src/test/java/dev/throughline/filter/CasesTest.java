package dev.throughline.filter;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class CasesTest {
    private static final Cut WHOLE = new Cut("not cut", List.of());
    private static final long SEED = 20_250_917;

    static Stream<FilterCase> all() {
        return FilterCase.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void clientGetsWhatTheCaseSays(FilterCase given) throws IOException {
        FilteredAnswer filteredAnswer = FilteredAnswer.of(given.settings(), given.input(WHOLE));

        assertThat(filteredAnswer.content()).isEqualTo(given.content());
        assertThat(filteredAnswer.reasoning()).isEqualTo(given.reasoning());
        assertThat(given.form(filteredAnswer.calls())).isEqualTo(given.calls());
        assertThat(filteredAnswer.reason()).isEqualTo(given.ends());
        assertThat(filteredAnswer.order()).isEqualTo(given.order(filteredAnswer.order()));
        assertThat(filteredAnswer.kinds().stream().map(Enum::name).toList())
                .containsExactlyInAnyOrderElementsOf(given.anomalies());
    }

    @TestFactory
    Stream<DynamicTest> clientGetsTheSameHoweverTheTextIsCut() {
        return FilterCase.all()
                .flatMap(given -> Cuts.of(given.units(), SEED).stream()
                        .map(cuts -> DynamicTest.dynamicTest(
                                given + ": " + cuts.name(), () -> assertSame(given, cuts.cuts()))));
    }

    private static void assertSame(FilterCase given, List<Cut> cuts) {
        FilteredAnswer whole = FilteredAnswer.of(given.settings(), given.input(WHOLE));
        for (Cut cut : cuts) {
            FilteredAnswer filteredAnswer = FilteredAnswer.of(given.settings(), given.input(cut));
            assertThat(filteredAnswer).as(cut.name()).isEqualTo(whole);
        }
    }
}
