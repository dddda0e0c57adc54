package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// One case or more for each described family, the model's name being all that is known.
@Thorough
class FamilyCasesTest {
    private static final Cut WHOLE = new Cut("not cut", List.of());
    private static final long SEED = 20_261_128;

    static Stream<FilterCase> all() {
        try (InputStream in = FamilyCasesTest.class.getResourceAsStream("families.json")) {
            JsonNode cases = FilterCase.JSON.readTree(in);
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(json -> new FilterCase(json.path("name").textValue(), json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FamilyMarkers family(FilterCase given) {
        return Families.SHIPPED.ofModel(given.json().path("model").textValue()).orElseThrow();
    }

    private static FilteredAnswer filtered(FilterCase given, Cut cut) {
        return FilteredAnswer.of(new FamilyFilter(given.settings(), family(given)), given.input(cut));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void clientGetsWhatTheCaseSays(FilterCase given) throws IOException {
        FilteredAnswer filtered = filtered(given, WHOLE);

        assertThat(filtered.content()).isEqualToNormalizingWhitespace(given.content());
        assertThat(filtered.reasoning()).isEqualTo(given.reasoning());
        assertThat(given.form(filtered.calls())).isEqualTo(given.calls());
        assertThat(filtered.reason()).isEqualTo(given.ends());
        assertThat(filtered.kinds().stream().map(Enum::name).toList()).isEqualTo(given.anomalies());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("all")
    void clientGetsTheSameHoweverTheTextIsCut(FilterCase given) {
        FilteredAnswer whole = filtered(given, WHOLE);
        for (Cuts cuts : Cuts.of(given.units(), SEED)) {
            for (Cut cut : cuts.cuts()) {
                assertThat(filtered(given, cut))
                        .as("%s: %s, %s", given, cuts.name(), cut.name())
                        .isEqualTo(whole);
            }
        }
    }

    @Test
    void eachShippedFamilyHasACase() {
        assertThat(all().map(given -> family(given).family().id()).distinct())
                .containsExactlyInAnyOrderElementsOf(Families.SHIPPED.ids());
    }
}
