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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authorization",
                "authorization_token",
                "api_key",
                "x-api-key",
                "Access-Token",
                "refreshToken",
                "id_token",
                "auth_token",
                "bearer_token",
                "session_token",
                "client_secret",
                "secret",
                "PASSWORD",
                "connection_string",
                "aws_access_key_id",
                "awsAccessKeyId",
                "aws_secret_access_key",
                "aws_session_token",
                "azure_ad_token",
                "vertex_credentials",
                "token",
                "accessKey",
                "secret_key",
                "private-key",
                "cookie",
                "cookies"
            })
    void aFieldOfThisNameIsACredentialWhereverItIs(String name) {
        assertThat(redact("{\"" + name + "\":\"s3cr\"}")).doesNotContain("s3cr");
        assertThat(redact("{\"a\":[{\"b\":{\"" + name + "\":[\"s3cr\"]}}]}")).doesNotContain("s3cr");
        assertThat(redact("{\"a\":{\"" + name + "\":[{\"type\":\"t\",\"b\":{\"c\":\"s3cr\"}},[\"s3cr\"]]}}"))
                .doesNotContain("s3cr")
                .contains("\"type\":\"t\"");
        assertThat(redact("{\"tools\":[{\"parameters\":{\"" + name + "\":\"s3cr\"}}]}"))
                .contains("s3cr");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "headers",
                "extra_headers",
                "http_headers",
                "authentication",
                "credentials",
                "vertexCredentials",
                "domain_secrets"
            })
    void allOfAnObjectOfThisNameAreCredentialsExceptLabels(String name) {
        String shown =
                redact("{\"" + name + "\":{\"any\":[\"s3cr\",{\"url\":\"s3cr\"}],\"type\":\"t\",\"name\":\"n\"}}");

        assertThat(shown).doesNotContain("s3cr").contains("\"type\":\"t\",\"name\":\"n\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"input", "arguments", "output", "schema", "json_schema", "properties", "inputSchema", "logprobs"
            })
    void whatAModelOrASchemaSaysIsNoCredential(String name) {
        assertThat(redact("{\"messages\":[{\"" + name + "\":{\"api_key\":\"shown\",\"token\":\"too\"}}]}"))
                .contains("shown", "too");
    }

    @Test
    void theInputOfARequestIsNotThatOfACall() {
        assertThat(redact("{\"input\":[{\"api_key\":\"s3cr\"}]}")).doesNotContain("s3cr");
        assertThat(redact("{\"input\":[{\"input\":{\"api_key\":\"shown\",\"token\":\"too\"}}]}"))
                .contains("shown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h/i?sig=1",
                "https://h/i?a=123456789012345678901234",
                "https://h/i#token",
                "https://u@h/i",
                "HTTP://u:p@h/i"
            })
    void aSignedUrlIsACredential(String url) {
        assertThat(redact("{\"url\":\"" + url + "\"}")).contains(MARKER);
        assertThat(redact("{\"api_base\":\"" + url + "\"}")).contains(MARKER);
        assertThat(redact("{\"text\":\"" + url + "\",\"key\":1}")).contains(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h/i?a=12345678901234567890123",
                "https://h/token",
                "https://@h/i",
                "https://h/i?",
                "ftp://u:p@h/i",
                ""
            })
    void anotherUrlIsNot(String url) {
        assertThat(redact("{\"url\":\"" + url + "\"}")).isEqualTo("{\"url\":\"" + url + "\"}");
    }

    @Test
    void ofASignedQueryLongValuesAreCredentialsOfTheirOwn() {
        assertThat(RequestRedaction.credentials(
                        bytes("{\"url\":\"https://h/?sig=1234567890123456&a=123456789012345\"}")))
                .containsExactly("sig=1234567890123456&a=123456789012345", "1234567890123456");
    }

    @Test
    void onlyWhatFollowsAnOffsetIsScanned() {
        byte[] body = bytes("{\"api_key\":\"k\",\"messages\":[]}");

        assertThat(RequestRedaction.mayApply(body, 0)).isTrue();
        assertThat(RequestRedaction.mayApply(body, 9)).isTrue();
        assertThat(RequestRedaction.mayApply(body, 10)).isFalse();
        assertThat(RequestRedaction.mayApply(bytes("{\"monkey\":1}"), 0)).isTrue();
        assertThat(RequestRedaction.mayApply(bytes("{\"keys\":1}"), 0)).isFalse();
        assertThat(RequestRedaction.mayApply(bytes("{\"API_KEY\" : 1}"), 0)).isTrue();
        assertThat(RequestRedaction.mayApply(bytes("key\":"), 0)).isTrue();
        assertThat(RequestRedaction.mayApply(bytes("ey\":"), 0)).isFalse();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
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
