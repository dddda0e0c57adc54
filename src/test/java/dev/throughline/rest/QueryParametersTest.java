package dev.throughline.rest;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class QueryParametersTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-21,2026-11-21T00:00:00Z",
        "2026-11-21T04:00:00Z,2026-11-21T04:00:00Z",
        "2026-11-21T04:00:00+02:00,2026-11-21T02:00:00Z"
    })
    void aMomentIsReadWithItsZoneAndADayFromItsBeginning(String text, Instant moment) {
        assertThat(QueryParameters.instant("asOf", text)).contains(moment);
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
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryParameters.instant("asOf", text))
                        .problem()
                        .parameter())
                .isEqualTo("asOf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "2", "'"})
    void aSwitchIsOnOrOff(String text) {
        assertThat(QueryParameters.flag("latest", "TRUE")).isTrue();
        assertThat(QueryParameters.flag("latest", null)).isFalse();
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryParameters.flag("latest", text))
                        .problem()
                        .allowed())
                .containsExactly("true", "false");
    }

    @Test
    void aTextIsBoundedAndHasNoControlCharacters() {
        assertThat(QueryParameters.text("client", "opencode", 8)).contains("opencode");
        assertThat(QueryParameters.text("client", " ", 8)).isEmpty();
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryParameters.text("client", "opencode1", 8)))
                .isNotNull();
        assertThat(catchThrowableOfType(ProblemException.class, () -> QueryParameters.text("client", "a\u0000", 8)))
                .isNotNull();
    }
}
