// Two user turns with a tool loop through a vendor's own library for chat completions. The history is kept as its
// documentation says: the message that a call returns is appended as it is and sent again.
import { execFileSync } from 'node:child_process';

const { CLIENT, BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

async function connected() {
  const settings = { apiKey: API_KEY, maxRetries: 0 };
  switch (CLIENT) {
    case 'groq-node': {
      const { default: Groq } = await import('groq-sdk');
      // Its paths begin with /openai, which the address of the run does not have.
      const fetched = (url, init) => fetch(String(url).replace('/openai/v1/', '/v1/'), init);
      return new Groq({ ...settings, baseURL: BASE_URL.replace(/\/v1$/, ''), fetch: fetched });
    }
    case 'together-node': {
      const { default: Together } = await import('together-ai');
      return new Together({ ...settings, baseURL: BASE_URL });
    }
  }
  throw new Error(`no library for ${CLIENT}`);
}

const client = await connected();
const bash = ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
const parameters = {
  type: 'object',
  properties: { command: { type: 'string', description: 'The command to run' } },
  required: ['command'],
};
const about = { name: 'bash', description: 'Runs a shell command and gives back what it printed.', parameters };

async function turn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const body = { model: MODEL, messages, tools: [{ type: 'function', function: about }] };
    const { message } = (await client.chat.completions.create(body)).choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return;
    for (const call of message.tool_calls) {
      const content = bash(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push({ role: 'user', content });
  await turn(history);
}
console.log('done');
