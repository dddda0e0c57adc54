// Two user turns through OpenAI's library for Codex, which starts the program and keeps the thread.
import { Codex } from '@openai/codex-sdk';

const { BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2, PATH, HOME } = process.env;

const codex = new Codex({
  baseUrl: BASE_URL,
  apiKey: API_KEY,
  env: { PATH, HOME },
  config: { model_supports_reasoning_summaries: true, check_for_update_on_startup: false, analytics: { enabled: false } },
});
const thread = codex.startThread({
  model: MODEL,
  skipGitRepoCheck: true,
  sandboxMode: 'danger-full-access',
  approvalPolicy: 'never',
});
for (const prompt of [PROMPT1, PROMPT2]) await thread.run(prompt);
console.log('done');
