// Two user turns with a tool loop through the Anthropic library. The history is kept as its documentation says: the
// content of the message that a call returns is appended as it is and sent again.
import Anthropic from '@anthropic-ai/sdk';
import { execFileSync } from 'node:child_process';

const { VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

const client = new Anthropic({ baseURL: BASE_URL, apiKey: API_KEY, maxRetries: 0 });
const bash = ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
const about = {
  name: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  input_schema: {
    type: 'object',
    properties: { command: { type: 'string', description: 'The command to run' } },
    required: ['command'],
  },
};
const settings = { model: MODEL, max_tokens: 8192, thinking: { type: 'enabled', budget_tokens: 2048 } };

// Up to 0.12 these stand under `beta`.
const endpoint = client.messages ?? client.beta.messages;

async function answer(messages) {
  const body = { ...settings, messages, tools: [about] };
  return VARIANT === 'stream' ? endpoint.stream(body).finalMessage() : endpoint.create(body);
}

async function turn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await answer(messages);
    messages.push({ role: 'assistant', content: message.content });
    const calls = message.content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return;
    const content = calls.map((call) => ({ type: 'tool_result', tool_use_id: call.id, content: bash(call.input) }));
    messages.push({ role: 'user', content });
  }
}

async function runnerTurn(messages) {
  const tool = { type: 'custom', ...about, run: bash, parse: (input) => input };
  const runner = client.beta.messages.toolRunner({
    ...settings,
    messages,
    tools: [tool],
    stream: VARIANT === 'tool-runner-stream',
  });
  const last = await runner.runUntilDone();
  const kept = runner.params.messages;
  if (kept.at(-1).role !== 'assistant') kept.push({ role: 'assistant', content: last.content });
  messages.splice(0, messages.length, ...kept);
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push({ role: 'user', content });
  await (VARIANT.startsWith('tool-runner') ? runnerTurn : turn)(history);
}
console.log('done');
