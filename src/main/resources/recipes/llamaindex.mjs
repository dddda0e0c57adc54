// Two user turns with a tool loop through LlamaIndex' OpenAI model. The history is kept as its documentation says: the
// message that the model returns is appended as it is and given again.
import { OpenAI, OpenAIResponses } from '@llamaindex/openai';
import { tool } from 'llamaindex';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

const { DIALECT, BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

const bash = tool({
  name: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  parameters: z.object({ command: z.string().describe('The command to run') }),
  execute: ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }),
});
const Model = DIALECT === 'responses' ? OpenAIResponses : OpenAI;
const model = new Model({ model: MODEL, apiKey: API_KEY, baseURL: BASE_URL, maxRetries: 0 });

async function turn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const { newMessages, toolCalls } = await model.exec({ messages, tools: [bash] });
    messages.push(...newMessages);
    if (toolCalls.length === 0) return;
  }
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push({ role: 'user', content });
  await turn(history);
}
console.log('done');
