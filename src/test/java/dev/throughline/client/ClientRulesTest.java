package dev.throughline.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The headers are those that the clients sent in checks on 2026-11-22, 24 and 25, with Node.js 20 and 22.
class ClientRulesTest {
    private static final ClientRules RULES = ClientRules.bundled();

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            claude-cli/2.1.329 (external, sdk-cli)|claude-code|2.1.329
            opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14|opencode|1.18.33
            opencode/1.1.34 ai-sdk/provider-utils/3.0.20 runtime/bun/1.3.5|opencode|1.1.34
            codex_exec/0.169.0 (Debian 12.0.0; x86_64) dumb (codex_exec; 0.169.0)|codex|0.169.0
            codex_exec/0.90.0 (Debian 12.0.0; x86_64) dumb|codex|0.90.0
            codex_cli_rs/0.58.0 (Debian 12.0.0; x86_64) xterm|codex|0.58.0
            Kilo-Code/7.7.7 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14|kilo|7.7.7
            QwenCode/0.24.4 (linux; x64)|qwen-code|0.24.4
            factory-cli/0.215.0|droid|0.215.0
            Agents/JavaScript 0.20.0|openai-agents|0.20.0
            OpenAI/JS 7.57.0|openai-node|7.57.0
            Anthropic/JS 1.12.0|anthropic-node|1.12.0
            ai-sdk-anthropic/4.0.105 ai-sdk-provider-utils/5.0.81 node.js/22|ai-sdk-anthropic|4.0.105
            ai-sdk-openai/4.0.118 ai-sdk-provider-utils/5.0.81 node.js/22|ai-sdk-openai|4.0.118
            ai-sdk-openai-compatible/3.0.92 ai-sdk-provider-utils/5.0.81 node.js/22|ai-sdk-openai-compatible|3.0.92
            ai-sdk-xai/5.0.12 ai-sdk-provider-utils/5.0.51 node.js/22|ai-sdk-xai|5.0.12
            ai-sdk-groq/4.0.84 ai-sdk-provider-utils/5.0.81 node.js/22|ai-sdk-groq|4.0.84
            ai-sdk-cerebras/3.0.59 ai-sdk-provider-utils/5.0.51 node.js/22|ai-sdk-cerebras|3.0.59
            ai-sdk-deepseek/3.0.56 ai-sdk-provider-utils/5.0.51 node.js/22|ai-sdk-deepseek|3.0.56
            ai-sdk-fireworks/3.0.62 ai-sdk-provider-utils/5.0.51 node.js/22|ai-sdk-fireworks|3.0.62
            ai-sdk-moonshotai/3.0.60 ai-sdk-provider-utils/5.0.51 node.js/22|ai-sdk-moonshotai|3.0.60
            ai-sdk/togetherai/3.0.54 ai-sdk/provider-utils/5.0.45 runtime/node.js/22|ai-sdk-togetherai|3.0.54
            ai-sdk/openrouter/3.1.0 ai-sdk/provider-utils/5.0.42 runtime/node.js/22|ai-sdk-openrouter|3.1.0
            Groq/JS 1.6.0|groq-node|1.6.0
            Together/JS 0.52.0|together-node|0.52.0
            codex_sdk_ts/0.163.0 (Debian 12.0.0; x86_64) unknown (codex_exec; 0.163.0)|codex-sdk|0.163.0
            claude-cli/2.1.330 (external, sdk-ts, agent-sdk/0.3.330)|claude-agent-sdk|0.3.330
            """)
    void findsProductAndVersionOfAMeasuredClient(String agent, String name, String version) {
        assertThat(of(agent)).isEqualTo(new ClientProduct(name, version));
    }

    /// As they sent it on 2026-11-27; some of them no recipe drives yet.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            OpenAI/Python 3.57.0|openai-python|3.57.0
            AsyncOpenAI/Python 3.57.0|openai-python|3.57.0
            Anthropic/Python 2.14.0|anthropic-python|2.14.0
            AsyncAnthropic/Python 2.14.0|anthropic-python|2.14.0
            Agents/Python 0.24.0|openai-agents-python|0.24.0
            Together/Python 3.1.0|together-python|3.1.0
            AsyncTogether/Python 3.1.0|together-python|3.1.0
            Groq/Python 1.7.0|groq-python|1.7.0
            AsyncGroq/Python 1.7.0|groq-python|1.7.0
            langchain/1.1.3|langchain-groq-python|1.1.3
            lm15/stdlib|dspy|''
            unknown/None; hf_hub/2.4.0; python/3.12.13; torch/2.9|huggingface-hub|2.4.0
            claude-cli/2.1.332 (external, sdk-py, agent-sdk/0.2.189)|claude-agent-sdk-python|0.2.189
            litellm/1.110.2|litellm|1.110.2
            pydantic-ai/2.68.0|pydantic-ai|2.68.0
            langchain-anthropic/1.7.10|langchain-anthropic-python|1.7.10
            agent-framework-python/1.23.0|agent-framework-python|1.23.0
            KimiCLI/1.47.0|kimi-cli|1.47.0
            mistral-client-python/3.7.0|mistralai-python|3.7.0
            OpenAIClientImpl/Java 4.101.0|openai-java|4.101.0
            AnthropicClientImpl/Java 3.14.0|anthropic-java|3.14.0
            Anthropic/Go 2.15.0|anthropic-go|2.15.0
            OpenAI/Go 3.50.0|openai-go|3.50.0
            langchain4j-openai|langchain4j-openai|''
            spring-ai|spring-ai-openai|''
            spring-ai-openai|spring-ai-openai|''
            spring-ai-anthropic-sdk|spring-ai-anthropic|''
            """)
    void findsALibraryOfAnotherLanguage(String agent, String name, String version) {
        assertThat(of(agent)).isEqualTo(new ClientProduct(name, version));
        assertThat(of(agent).isKnown()).isTrue();
    }

    /// Its number is the runtime's: one client after another would be taken for versions of one.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            Java-http-client/25.0.3|Java-http-client
            Go-http-client/1.1|Go-http-client
            python-httpx/0.28.1|python-httpx
            python-requests/2.34.0|python-requests
            Mozilla/5.0 (X11; Linux x86_64)|Mozilla
            node/22.23.3|node
            """)
    void aRuntimeIsNoClientsVersion(String agent, String name) {
        assertThat(of(agent)).isEqualTo(new ClientProduct("unknown:" + name, ""));
    }

    @Test
    void isNotDeceivedByAClientThatPosesAsAnother() {
        assertThat(of("claude-cli/0.24.4 (external, cli)"))
                .as("qwen-code 0.24.4 over the Anthropic dialect")
                .isEqualTo(new ClientProduct("qwen-code", "0.24.4"));
        assertThat(of("claude-cli/0.2.126 (external, cli)")).isEqualTo(new ClientProduct("claude-code", "0.2.126"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            pi 0.73.1|OpenAI/JS 6.26.0|openai-node|6.26.0
            pi 0.73.1|Anthropic/JS 0.91.1|anthropic-node|0.91.1
            grok-cli 0.0.34|OpenAI/JS 5.23.2|openai-node|5.23.2
            llamaindex 0.4.23|OpenAI/JS 5.23.2|openai-node|5.23.2
            @langchain/anthropic 1.5.11|Anthropic/JS 0.122.0|anthropic-node|0.122.0
            @langchain/deepseek 1.1.13|langchainjs-openai/1.0.0 ((node/v22.23.3; linux; x64))|langchain-openai|''
            @langchain/xai 1.4.15|langchainjs-openai/1.0.0 ((node/v22.23.3; linux; x64))|langchain-openai|''
            @mastra/core 1.71.0|ai-sdk/openai-compatible/2.0.92 ai-sdk/provider-utils/4.0.65 runtime/node.js/22\
            |ai-sdk-openai-compatible|2.0.92
            cline 3.0.65|ai-sdk/openai-compatible/3.0.37 ai-sdk/provider-utils/5.0.30 runtime/bun/1.3.13\
            |ai-sdk-openai-compatible|3.0.37
            """)
    void takesAClientThatNamesOnlyItsLibraryForTheLibrary(String client, String agent, String name, String version) {
        assertThat(of(agent)).as(client).isEqualTo(new ClientProduct(name, version));
    }

    @Test
    void findsAClientThatNamesItselfInAnotherHeaderThanItsUserAgent() {
        var langchain =
                Map.of("user-agent", "node", "x-title", "LangChain", "http-referer", "https://docs.langchain.com");

        assertThat(RULES.of(langchain::get)).isEqualTo(new ClientProduct("langchain-openrouter", ""));
        assertThat(of("node")).isEqualTo(new ClientProduct("unknown:node", ""));
    }

    @Test
    void findsPiBesideItsLibraryByTheHeadersOfItsSession() {
        var session = Map.of(
                "user-agent", "OpenAI/JS 6.26.0",
                "x-stainless-lang", "js",
                "x-stainless-package-version", "6.26.0",
                "session_id", "01a21082-17f7-7140-bb7a-3c991e38b77d",
                "x-client-request-id", "01a21082-17f7-7140-bb7a-3c991e38b77d");

        assertThat(RULES.of(session::get)).as("pi 0.73.1, responses").isEqualTo(new ClientProduct("pi", ""));
        assertThat(RULES.of(name -> name.equals("session_id") ? null : session.get(name)))
                .as("pi 0.58.4, responses")
                .isEqualTo(new ClientProduct("openai-node", "6.26.0"));
    }

    @Test
    void theGuideNamesEveryClientThatSendsNothingOfItsOwn() throws IOException {
        List<String> nameless = BundledRecipes.NAMES.stream()
                .filter(name ->
                        !BundledRecipes.text(name + ".json").orElseThrow().contains("\"identification\""))
                .toList();
        String guide = Files.readString(Path.of("src/site/markdown/guides/clients.md"));

        assertThat(nameless)
                .containsExactly(
                        "agno",
                        "autogen",
                        "camel",
                        "continue",
                        "crewai",
                        "go-openai",
                        "google-adk",
                        "grok-cli",
                        "haystack",
                        "langchain-anthropic",
                        "langchain-deepseek",
                        "langchain-deepseek-python",
                        "langchain-litellm-python",
                        "langchain-openai-python",
                        "langchain-openrouter-python",
                        "langchain-xai",
                        "langchain4j-anthropic",
                        "llama-index",
                        "llamaindex",
                        "mastra-core",
                        "mini-swe-agent",
                        "mistral-vibe",
                        "openhands",
                        "smolagents",
                        "strands");
        assertThat(guide.substring(guide.indexOf("Some clients send nothing that names them")))
                .contains(nameless.stream().map("`%s`"::formatted).toList());
    }

    @Test
    void doesNotTakeTheVersionOfAnEditorsExtensionForTheProgramsOwn() {
        assertThat(of("Cline/3.82.0")).as("cline 2.18.0").isEqualTo(new ClientProduct("cline", ""));
    }

    @Test
    void doesNotTakeTheConstantInAUserAgentForAVersion() {
        assertThat(of("langchainjs-openai/1.0.0 ((node/v22.23.3; linux; x64))"))
                .as("@langchain/openai 1.6.0")
                .isEqualTo(new ClientProduct("langchain-openai", ""));
    }

    @Test
    void findsTheLibraryOfABrowserFromItsSdkHeaders() {
        var browser = Map.of(
                "user-agent", "Mozilla/5.0 (X11; Linux x86_64)",
                "x-stainless-lang", "js",
                "x-stainless-package-version", "7.57.0");

        assertThat(RULES.of(browser::get)).isEqualTo(new ClientProduct("openai-node", "7.57.0"));
        assertThat(RULES.of(Map.of(
                        "user-agent", "Mozilla/5.0 (X11; Linux x86_64)",
                        "x-stainless-lang", "js",
                        "x-stainless-package-version", "1.12.0",
                        "anthropic-version", "2023-06-01")::get))
                .isEqualTo(new ClientProduct("anthropic-node", "1.12.0"));
        assertThat(of("Mozilla/5.0 (X11; Linux x86_64)")).isEqualTo(new ClientProduct("unknown:Mozilla", ""));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            curl/8.5.0|unknown:curl|8.5.0
            python-requests|unknown:python-requests|''
            ls/JS 5.23.2|unknown:ls|5.23.2
            Is/JS 5.23.2|unknown:Is|5.23.2
            Do/JS 5.20.3|unknown:Do|5.20.3
            speakeasy-sdk/python 0.10.8 2.788.4 1.0.0 openrouter|unknown:speakeasy-sdk|0.10.8
            spring-airline/3.1|unknown:spring-airline|3.1
            Is/JS (5.23.2)|unknown:Is|''
            some words 1.2|unknown:some|''
            node-fetch|unknown:node-fetch|''
            xclaude-cli/2.1.329|unknown:xclaude-cli|2.1.329
            """)
    void namesAnUnknownClientByItsFirstToken(String agent, String name, String version) {
        assertThat(of(agent)).isEqualTo(new ClientProduct(name, version));
        assertThat(of(agent).isKnown()).isFalse();
        assertThat(of(agent).knownName()).isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "/1.0", "<script>alert(1)</script>", "caf\u00e9/1", "a\u0000b/1", "%0d%0a/1"})
    void refusesHostileNames(String agent) {
        assertThat(of(agent)).isEqualTo(ClientProduct.UNKNOWN);
    }

    @Test
    void refusesHostileVersions() {
        assertThat(of("claude-cli/\"2.1\"")).isEqualTo(new ClientProduct("claude-code", ""));
        assertThat(of("claude-cli/" + "1".repeat(10_000))).isEqualTo(new ClientProduct("claude-code", ""));
        assertThat(of("x".repeat(100_000))).isEqualTo(ClientProduct.UNKNOWN);
    }

    @Test
    void knowsNoClientWithoutAUserAgent() {
        assertThat(RULES.of(_ -> null)).isEqualTo(ClientProduct.UNKNOWN);
    }

    private static ClientProduct of(String agent) {
        return RULES.of(Map.of("user-agent", agent)::get);
    }
}
