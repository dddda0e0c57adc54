// Two user turns with a tool loop through the OpenAI Agents library. The history is kept as its documentation says:
// the `history` of a result with the next user message behind it (or what the variant's name says).
import * as agents from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

// Not taken by name: older releases have no sessions.
const { Agent, run, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled, tool, user } = agents;
const { DIALECT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;

setTracingDisabled(true);
setDefaultOpenAIClient(new OpenAI({ baseURL: BASE_URL, apiKey: API_KEY, maxRetries: 0 }));
setOpenAIAPI(DIALECT === 'responses' ? 'responses' : 'chat_completions');

const bash = tool({
  name: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  parameters: z.object({ command: z.string().describe('The command to run') }),
  execute: async ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }),
});
const modelSettings =
  VARIANT === 'store-false'
    ? { store: false, providerData: { include: ['reasoning.encrypted_content'] } }
    : {};
const agent = new Agent({ name: 'Check', instructions: 'Do as asked.', model: MODEL, tools: [bash], modelSettings });

async function answer(input, options) {
  if (VARIANT !== 'stream') {
    return run(agent, input, options);
  }
  const result = await run(agent, input, { ...options, stream: true });
  await result.completed;
  return result;
}

let history = [];
let previousResponseId;
const session = VARIANT === 'session' ? new agents.MemorySession() : undefined;
for (const prompt of [PROMPT1, PROMPT2]) {
  if (VARIANT === 'session') {
    await answer(prompt, { session });
  } else if (VARIANT === 'previous-response-id') {
    previousResponseId = (await answer(prompt, { previousResponseId })).lastResponseId;
  } else {
    history = (await answer([...history, user(prompt)])).history;
  }
}
console.log('done');
