// Two user turns with a tool loop through the OpenAI library. The history is kept as its documentation says: the
// message (or the output items) that a call returns is appended as it is and sent again.
import OpenAI from 'openai';
import { execFileSync } from 'node:child_process';

const { DIALECT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

const client = new OpenAI({ baseURL: BASE_URL, apiKey: API_KEY, maxRetries: 0 });
const parameters = {
  type: 'object',
  properties: { command: { type: 'string', description: 'The command to run' } },
  required: ['command'],
  additionalProperties: false,
};
const about = { name: 'bash', description: 'Runs a shell command and gives back what it printed.', parameters };
const bash = ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' });

// Up to 4 these stand under `beta`.
const chat = {
  stream: (body) => (client.chat.completions.stream ? client.chat.completions : client.beta.chat.completions).stream(body),
  runTools: (body) =>
    (client.chat.completions.runTools ? client.chat.completions : client.beta.chat.completions).runTools(body),
};

async function completion(messages) {
  const body = { model: MODEL, messages, tools: [{ type: 'function', function: about }] };
  if (VARIANT === 'stream') {
    return chat.stream(body).finalMessage();
  }
  return (await client.chat.completions.create(body)).choices[0].message;
}

async function chatTurn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await completion(messages);
    messages.push(message);
    if (!message.tool_calls?.length) return;
    for (const call of message.tool_calls) {
      const content = bash(JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

async function runToolsTurn(messages) {
  const runnable = { ...about, parse: JSON.parse, function: bash };
  const runner = chat.runTools({
    model: MODEL,
    messages,
    stream: VARIANT === 'run-tools-stream',
    tools: [{ type: 'function', function: runnable }],
  });
  await runner.done();
  messages.splice(0, messages.length, ...runner.messages);
}

async function response(input, previous) {
  const body = { model: MODEL, input, tools: [{ type: 'function', strict: true, ...about }] };
  if (VARIANT === 'previous-response-id') {
    return client.responses.create({ ...body, previous_response_id: previous });
  }
  if (VARIANT === 'store-false') {
    return client.responses.create({ ...body, store: false, include: ['reasoning.encrypted_content'] });
  }
  if (VARIANT === 'stream') {
    return client.responses.stream(body).finalResponse();
  }
  return client.responses.create(body);
}

let previous;
async function responsesTurn(input) {
  const isServerKept = VARIANT === 'previous-response-id';
  for (let step = 0; step < MOST_STEPS; step++) {
    const answer = await response(input, previous);
    previous = answer.id;
    if (isServerKept) input.length = 0;
    else input.push(...answer.output);
    const calls = answer.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return;
    for (const call of calls) {
      const output = bash(JSON.parse(call.arguments));
      input.push({ type: 'function_call_output', call_id: call.call_id, output });
    }
  }
}

const turn = DIALECT === 'responses' ? responsesTurn : VARIANT.startsWith('run-tools') ? runToolsTurn : chatTurn;
const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push({ role: 'user', content });
  await turn(history);
}
console.log('done');
