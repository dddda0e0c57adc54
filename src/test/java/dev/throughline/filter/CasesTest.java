package dev.throughline.filter;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class CasesTest {
    private static final Cut WHOLE = new Cut("not cut", List.of());
    private static final long SEED = 20_250_917;
    private static final int SETS = 4;

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

    static Stream<Arguments> cuts() {
        return FilterCase.files().flatMap(file -> IntStream.range(0, SETS).mapToObj(set -> Arguments.of(file, set)));
    }

    /// A file at a time: a mutation run looks for each test anew, which thousands of them could not afford.
    @ParameterizedTest(name = "{0}, cuts {1}")
    @MethodSource("cuts")
    void clientGetsTheSameHoweverTheTextIsCut(String file, int set) {
        for (FilterCase given : FilterCase.of(file)) {
            List<Cuts> sets = Cuts.of(given.units(), SEED);
            assertThat(sets).hasSize(SETS);
            assertSame(given, sets.get(set));
        }
    }

    private static void assertSame(FilterCase given, Cuts cuts) {
        FilteredAnswer whole = FilteredAnswer.of(given.settings(), given.input(WHOLE));
        for (Cut cut : cuts.cuts()) {
            FilteredAnswer filteredAnswer = FilteredAnswer.of(given.settings(), given.input(cut));
            assertThat(filteredAnswer)
                    .as("%s: %s, %s", given, cuts.name(), cut.name())
                    .isEqualTo(whole);
        }
    }
}
