package dev.throughline.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LicencesTest {
    private static List<String> violations(String licences) throws JsonProcessingException {
        return Licences.violations(new JsonMapper()
                .readTree("{\"components\": [{\"group\": \"org.example\", \"name\": \"part\", \"version\": \"1.0\","
                        + " \"licenses\": " + licences + "}]}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"license\": {\"id\": \"Apache-2.0\"}}]",
                "[{\"license\": {\"id\": \"EPL-2.0\"}}, {\"license\": {\"name\": \"GNU General Public License\"}}]",
                "[{\"expression\": \"(GPL-2.0-only WITH Classpath-exception-2.0) OR BSD-3-Clause\"}]",
                "[{\"expression\": \"MIT AND Apache-2.0\"}]"
            })
    void aPartUnderALicenceThatFitsPasses(String licences) throws JsonProcessingException {
        assertThat(violations(licences)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"license\": {\"id\": \"AGPL-3.0-only\"}}]",
                "[{\"license\": {\"name\": \"Apache-2.0 with Commons Clause\"}}]",
                "[{\"expression\": \"Apache-2.0 AND SSPL-1.0\"}]"
            })
    void anyOtherIsNamedWithItsPart(String licences) throws JsonProcessingException {
        assertThat(violations(licences)).singleElement().asString().startsWith("org.example:part:1.0 has ");
    }

    @Test
    void aPartWithoutALicenceIsNamed() throws JsonProcessingException {
        assertThat(violations("[]")).containsExactly("org.example:part:1.0 has no licence");
    }
}
