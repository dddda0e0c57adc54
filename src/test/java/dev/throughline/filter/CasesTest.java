package dev.throughline.filter;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class CasesTest {
    private static final Cut WHOLE = new Cut("not cut", List.of());
    private static final long SEED = 20_250_917;

    static Stream<FilterCase> all() {
        return FilterCase.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void clientGetsWhatTheCaseSays(FilterCase given) throws IOException {
        Filtered filtered = Filtered.of(given.settings(), given.input(WHOLE));

        assertThat(filtered.content()).isEqualTo(given.content());
        assertThat(filtered.reasoning()).isEqualTo(given.reasoning());
        assertThat(given.form(filtered.calls())).isEqualTo(given.calls());
        assertThat(filtered.reason()).isEqualTo(given.ends());
        assertThat(filtered.order()).isEqualTo(given.order(filtered.order()));
        assertThat(filtered.kinds().stream().map(Enum::name).toList())
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
        Filtered whole = Filtered.of(given.settings(), given.input(WHOLE));
        for (Cut cut : cuts) {
            Filtered filtered = Filtered.of(given.settings(), given.input(cut));
            assertThat(filtered).as(cut.name()).isEqualTo(whole);
        }
    }
}
