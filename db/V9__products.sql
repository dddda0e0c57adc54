-- The products that the project has recipes or checks for. More are added when runs of them are measured.
INSERT INTO product (product_id, kind, title, scheme, registry) VALUES
    ('claude-code', 'CLIENT', 'Claude Code', 'SEMVER', 'npm:@anthropic-ai/claude-code'),
    ('opencode', 'CLIENT', 'opencode', 'SEMVER', 'npm:opencode-ai'),
    ('codex', 'CLIENT', 'Codex', 'SEMVER', 'npm:@openai/codex'),
    ('qwen-code', 'CLIENT', 'Qwen Code', 'SEMVER', 'npm:@qwen-code/qwen-code'),
    ('pi', 'CLIENT', 'pi', 'SEMVER', 'npm:@mariozechner/pi-coding-agent'),
    ('droid', 'CLIENT', 'Droid', 'SEMVER', 'npm:droid'),
    ('kilo', 'CLIENT', 'Kilo Code', 'SEMVER', 'npm:@kilocode/cli'),
    ('continue', 'CLIENT', 'Continue', 'SEMVER', 'npm:@continuedev/cli'),
    ('cline', 'CLIENT', 'Cline', 'SEMVER', 'npm:cline'),
    ('ai-sdk-openai-compatible', 'SDK', 'AI SDK, OpenAI-compatible provider', 'SEMVER', 'npm:@ai-sdk/openai-compatible'),
    ('ai-sdk-openai', 'SDK', 'AI SDK, OpenAI provider', 'SEMVER', 'npm:@ai-sdk/openai'),
    ('ai-sdk-anthropic', 'SDK', 'AI SDK, Anthropic provider', 'SEMVER', 'npm:@ai-sdk/anthropic'),
    ('openai-node', 'SDK', 'OpenAI library for JavaScript', 'SEMVER', 'npm:openai'),
    ('anthropic-node', 'SDK', 'Anthropic library for JavaScript', 'SEMVER', 'npm:@anthropic-ai/sdk'),
    ('langchain-openai', 'SDK', 'LangChain for OpenAI, JavaScript', 'SEMVER', 'npm:@langchain/openai'),
    ('openai-agents', 'SDK', 'OpenAI Agents SDK, JavaScript', 'SEMVER', 'npm:@openai/agents'),
    ('throughline', 'GATEWAY', 'Throughline', 'SEMVER', ''),
    ('llama.cpp', 'BACKEND', 'llama.cpp server', 'BUILD', ''),
    ('vllm', 'BACKEND', 'vLLM', 'SEMVER', ''),
    ('mlx', 'BACKEND', 'MLX', 'SEMVER', ''),
    ('sglang', 'BACKEND', 'SGLang', 'SEMVER', '')
ON CONFLICT (product_id) DO NOTHING;

-- Axes that name few cells each; what names many is met soon in the order of the pages.
CREATE INDEX cell_model ON cell (model, client, client_order DESC, cell_id);
CREATE INDEX cell_variant ON cell (variant, client, client_order DESC, cell_id) WHERE variant <> '';
CREATE INDEX cell_gateway ON cell (gateway, client, client_order DESC, cell_id) WHERE gateway <> '';
CREATE INDEX cell_template ON cell (template, client, client_order DESC, cell_id) WHERE template <> '';
