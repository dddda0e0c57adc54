-- What was reported before anything was measured here. Claims never vote; a measurement stands beside them.
INSERT INTO claim (claim_id, product_id, version, capability, status, text, source, reported)
SELECT claim_id, product_id, version, 'THINK', status, text,
       'compatibility table that the project started from', DATE '2026-01-24'
FROM (VALUES
    ('first-opencode', 'opencode', '0.3.0', 'BROKEN', 'The AI SDK strips reasoning_content.'),
    ('first-claude-code', 'claude-code', '1.0.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-droid', 'droid', '', 'UNTESTED', 'Nobody has tested it.'),
    ('first-llama.cpp', 'llama.cpp', 'b4712', 'PARTIAL', 'The OpenAI API works, the Anthropic API drops thinking.'),
    ('first-vllm', 'vllm', '0.6.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-mlx', 'mlx', '0.21.0', 'UNTESTED', 'Nobody has tested it.'),
    ('first-ai-sdk-openai', 'ai-sdk-openai', '', 'BROKEN', '@ai-sdk/openai does not send reasoning back.')
) AS reported (claim_id, product_id, version, status, text)
ON CONFLICT (claim_id) DO NOTHING;
