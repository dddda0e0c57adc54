package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PrefixNoiseTest {
    private static final Pattern NOISE = Pattern.compile("(?<=\\bcch=)[0-9a-f]+(?=;)");

    private static ObjectNode body(String json) throws Exception {
        return (ObjectNode) StrictJson.MAPPER.readTree(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'system':[{'type':'text','text':'a; cch=fa690;'},{'type':'text','text':'cch=1;'}]}"
                        + " | {'system':[{'type':'text','text':'a; cch=00000;'},{'type':'text','text':'cch=1;'}]}",
                "{'system':'a; cch=fa690;\\nrest'} | {'system':'a; cch=00000;\\nrest'}",
                "{'messages':[{'role':'system','content':'cch=1c8b4;'},{'role':'user','content':'cch=1;'}]}"
                        + "|{'messages':[{'role':'system','content':'cch=00000;'},{'role':'user','content':'cch=1;'}]}",
                "{'messages':[{'role':'developer','content':[{'type':'text','text':'cch=1;'}]}]}"
                        + " | {'messages':[{'role':'developer','content':[{'type':'text','text':'cch=0;'}]}]}",
                "{'instructions':'cch=ab;','input':'cch=ab;'} | {'instructions':'cch=00;','input':'cch=ab;'}",
                "{'input':[{'role':'system','content':'cch=ab;'}]} | {'input':[{'role':'system','content':'cch=00;'}]}"
            })
    void isOverwrittenInTheFirstSystemText(String sent, String wanted) throws Exception {
        ObjectNode body = body(sent);
        ObjectNode before = body.deepCopy();

        assertThat(PrefixNoise.without(body, NOISE)).isEqualTo(body(wanted));
        assertThat(body).as("the client's own").isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'messages':[{'role':'user','content':'cch=ab;'}]}",
                "{'system':'You are an agent.'}",
                "{'system':[]}",
                "{'system':[1], 'messages':[], 'input':{}}",
                "{'messages':[null], 'instructions':null}"
            })
    void aBodyWithoutAnyPassesAsItIs(String sent) throws Exception {
        ObjectNode body = body(sent);

        assertThat(PrefixNoise.without(body, NOISE)).isSameAs(body);
    }

    @Test
    void twoRequestsOfASessionBecomeEqual() throws Exception {
        assertThat(PrefixNoise.without(body("{'system':'cch=36ee5;'}"), NOISE))
                .isEqualTo(PrefixNoise.without(body("{'system':'cch=0aaa9;'}"), NOISE));
    }
}
