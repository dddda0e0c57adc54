package dev.throughline.wire;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestRedactionTest {
    private static final String SECRET = "s3cr\\u00e9t-value\\n";
    private static final String MARKER = "[secret ";

    static Stream<String> fields() {
        return Stream.of(
                "{'tools':[{'type':'mcp','server_label':'x','authorization':'§'}]}",
                "{'tools':[{'type':'mcp','headers':{'Authorization':'§','X-Key':'§'}}]}",
                "{'tools':[{'type':'mcp','mcp':{'server_label':'x','headers':{'Authorization':'§'}}}]}",
                "{'tools':[{'type':'code_interpreter','container':{'type':'auto','network_policy':"
                        + "{'domain_secrets':[{'domain':'example.org','name':'KEY','value':'§'}]}}}]}",
                "{'input':[{'type':'tool_search_output','tools':[{'type':'mcp','authorization':'§'}]}]}",
                "{'mcp_servers':[{'type':'url','name':'x','url':'https://h/sse','authorization_token':'§'}]}",
                "{'data_sources':[{'type':'azure_search','parameters':{'authentication':"
                        + "{'type':'api_key','key':'§'}}}]}",
                "{'api_key':'§','extra_headers':{'x-api-key':'§'},'aws_secret_access_key':'§'}",
                "{'provider':{'options':{'apiKey':'§'}}}",
                "{'Authorization' : \n '§'}");
    }

    static Stream<String> urls() {
        return Stream.of(
                "{'tools':[{'type':'mcp','server_url':'https://§@mcp.example/sse'}]}",
                "{'tools':[{'type':'mcp','server_url':'https://mcp.example/sse?key=§'}]}",
                "{'input':[{'role':'user','content':[{'type':'input_image','image_url':'https://h/i.png?X-Sig=§'}]}]}",
                "{'input':[{'role':'user','content':[{'type':'input_file','file_url':'https://u:§@h/i.pdf'}]}]}",
                "{'messages':[{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://h/i?a=b&sig=§'}}]}]}",
                "{'messages':[{'role':'user','content':[{'type':'image','source':{'type':'url','url':'https://h/#token=§'}}]}]}",
                "{'mcp_servers':[{'type':'url','name':'x','url':'HTTPS:\\/\\/u:§@h/sse'}]}");
    }

    @ParameterizedTest
    @MethodSource("fields")
    void aCredentialBecomesAMarkerAndNothingElseChanges(String text) {
        String body = text.replace("'", "\"");

        String shown = redact(body.replace("§", SECRET));

        assertThat(shown).doesNotContain("s3cr").contains(MARKER);
        assertThat(shown.replaceAll("\\[secret [0-9a-f]{8}]", "§")).isEqualTo(body);
    }

    @ParameterizedTest
    @MethodSource("urls")
    void aUrlKeepsItsHostAndPathOnly(String text) throws Exception {
        String shown = redact(text.replace("'", "\"").replace("§", "s3cret-value"));

        assertThat(shown).doesNotContain("s3cr").contains(MARKER);
        assertThat(StrictJson.MAPPER.readTree(shown).toString()).containsAnyOf("mcp.example/sse", "@h/", "//h/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'model':'m','messages':[{'role':'user','content':'authorization: Bearer abc, password: x'}]}",
                "{'tools':[{'type':'function','function':{'name':'f','parameters':{'type':'object','properties':"
                        + "{'headers':{'type':'object','description':'d'},'api_key':{'type':'string'}}}}}]}",
                "{'tools':[{'name':'f','input_schema':{'properties':{'authorization':{'type':'string'}}}}]}",
                "{'messages':[{'role':'assistant','content':[{'type':'tool_use','id':'t','name':'f','input':"
                        + "{'authorization':'as the model wrote it','headers':{'a':'b'}}}]}]}",
                "{'messages':[{'content':[{'image_url':{'url':'https://h/i.png?w=80'}},{'url':'data:image/png;base64,AA?='}]}]}",
                "{'max_tokens':1,'prompt_cache_key':'k','authorization':''}"
            })
    void whatIsNoCredentialStaysTheSameArray(String text) {
        byte[] body = text.replace("'", "\"").getBytes(StandardCharsets.UTF_8);

        assertThat(RequestRedaction.redact(body)).isSameAs(body);
    }

    @Test
    void equalCredentialsHaveEqualMarkersAndOthersOthers() {
        String shown = redact("{\"api_key\":\"one-key\",\"secret\":\"one-key\",\"password\":\"another\"}");

        assertThat(shown)
                .matches("\\{\"api_key\":\"(\\[secret .{8}])\",\"secret\":\"\\1\",\"password\":\"(?!\\1).*\"}");
    }

    @Test
    void offsetsAreThoseOfBytesNotOfCharacters() {
        assertThat(redact("{\"ä€😀\":\"ä€😀\",\"api_key\" : \"ä€😀\" ,\"z\":[1 , 2]}"))
                .startsWith("{\"ä€😀\":\"ä€😀\",\"api_key\" : \"[secret ")
                .endsWith("]\" ,\"z\":[1 , 2]}");
    }

    @Test
    void aLargeBodyWithoutSuchAFieldIsOnlyScanned() {
        byte[] body =
                ("{\"messages\":[{\"content\":\"" + "x".repeat(9_000_000) + "\"}]}").getBytes(StandardCharsets.UTF_8);

        assertThat(CredentialField.mayBeIn(body, 0)).isFalse();
    }

    @Test
    void theCredentialsThemselvesAreNamedForWhatABackendRepeats() {
        assertThat(RequestRedaction.credentials("{\"api_key\":\"k\\u0031\",\"server_url\":\"https://u:p@h/x?key=q\"}"
                        .getBytes(StandardCharsets.UTF_8)))
                .containsExactly("k1", "u:p", "p", "key=q");
    }

    private static String redact(String body) {
        return new String(RequestRedaction.redact(body.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
