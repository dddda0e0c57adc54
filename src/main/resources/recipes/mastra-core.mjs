// Two user turns with a tool loop through an agent of Mastra, whose model is one of the AI SDK. The history is kept as
// its documentation says: the messages of the result are appended and given again.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

const { DIALECT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;

const bash = createTool({
  id: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  inputSchema: z.object({ command: z.string().describe('The command to run') }),
  // Up to 0.24 the input stands under `context`.
  execute: async (input) =>
    execFileSync('/bin/sh', ['-c', input.command ?? input.context.command], { encoding: 'utf8' }),
});

async function languageModel() {
  const settings = { baseURL: BASE_URL, apiKey: API_KEY };
  if (DIALECT === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(settings)(MODEL);
  }
  if (DIALECT === 'responses') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI(settings).responses(MODEL);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name: 'backend', ...settings })(MODEL);
}

const agent = new Agent({
  id: 'check',
  name: 'Check',
  instructions: 'Do as asked.',
  model: await languageModel(),
  tools: { bash },
});
const providerOptions =
  DIALECT === 'anthropic' ? { anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } } } : undefined;

async function answer(messages) {
  const options = { maxSteps: 50, providerOptions };
  if (VARIANT === 'generate') {
    return (await agent.generate(messages, options)).response.messages;
  }
  const result = await agent.stream(messages, options);
  await result.consumeStream();
  return (await result.response).messages;
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push({ role: 'user', content });
  history.push(...(await answer(history)));
}
console.log('done');
// Up to 1.47 something stays open that keeps the process from ending.
process.exit(0);
