package dev.throughline.rest;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.ParamConverter;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class QueryConvertersTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-21,2026-11-21T00:00:00Z",
        "2026-11-21T04:00:00Z,2026-11-21T04:00:00Z",
        "2026-11-21T04:00:00+02:00,2026-11-21T02:00:00Z"
    })
    void aMomentIsReadWithItsZoneAndADayFromItsBeginning(String text, Instant moment) {
        assertThat(QueryConverters.moment("asOf", text)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "2026-13-01",
                "2026-02-30",
                "2026-11-21T04:00:00",
                "+999999999-12-31T00:00:00Z",
                "0001-01-01",
                "' OR 1=1 --"
            })
    void whatIsNoMomentIsRefusedByItsParameter(String text) {
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryConverters.moment("asOf", text))
                        .problem()
                        .parameter())
                .isEqualTo("asOf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "2", "'"})
    void aSwitchIsOnOrOff(String text) {
        assertThat(QueryConverters.flag("latest", "TRUE")).isTrue();
        assertThat(QueryConverters.flag("latest", "no")).isFalse();
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryConverters.flag("latest", text))
                        .problem()
                        .allowed())
                .containsExactly("true", "false");
    }

    @Test
    void namesThatAreListedInTheDescriptionAreTheOnlyOnes() throws NoSuchFieldException {
        var field = Sample.class.getDeclaredField("state");
        ParamConverter<Thread.State> states =
                new QueryConverters().getConverter(Thread.State.class, Thread.State.class, field.getAnnotations());

        assertThat(states.fromString("timed_waiting")).isEqualTo(Thread.State.TIMED_WAITING);
        assertThat(catchThrowableOfType(WebApplicationException.class, () -> states.fromString("new")))
                .cause()
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().allowed()).containsExactly("blocked", "timed-waiting"));
    }

    @Test
    void aTextIsBoundedAndHasNoControlCharacters() {
        var validator = new PlainText.Validator();
        validator.initialize(maximum());

        assertThat(validator.isValid("opencode", null)).isTrue();
        assertThat(validator.isValid("opencode1", null)).isFalse();
        assertThat(validator.isValid("a\u0000", null)).isFalse();
    }

    private static PlainText maximum() {
        try {
            return Sample.class.getDeclaredField("text").getAnnotation(PlainText.class);
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    private record Sample(
            @QueryParam("state") @Parameter(schema = @Schema(enumeration = {"blocked", "timed-waiting"}))
            Thread.State state,

            @PlainText(max = 8) String text) {}
}
