// Two user turns with a tool loop through LangChain's ChatOpenAI. The history is kept as its documentation says: the
// message that the model returns is appended as it is and given again.
import { ChatOpenAI } from '@langchain/openai';
import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { execFileSync } from 'node:child_process';

const { DIALECT, VARIANT = '', BASE_URL, API_KEY, MODEL, PROMPT1, PROMPT2 } = process.env;
const MOST_STEPS = 50;

const bash = tool(async ({ command }) => execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' }), {
  name: 'bash',
  description: 'Runs a shell command and gives back what it printed.',
  schema: z.object({ command: z.string().describe('The command to run') }),
});
const model = new ChatOpenAI({
  model: MODEL,
  apiKey: API_KEY,
  maxRetries: 0,
  configuration: { baseURL: BASE_URL },
  useResponsesApi: DIALECT === 'responses',
  ...(VARIANT === 'zdr' ? { zdrEnabled: true } : {}),
}).bindTools([bash]);

async function answer(messages) {
  if (VARIANT !== 'stream') {
    return model.invoke(messages);
  }
  let whole;
  for await (const chunk of await model.stream(messages)) whole = whole === undefined ? chunk : whole.concat(chunk);
  return whole;
}

async function turn(messages) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const message = await answer(messages);
    messages.push(message);
    if (!message.tool_calls?.length) return;
    for (const call of message.tool_calls) messages.push(await bash.invoke(call));
  }
}

const history = [];
for (const content of [PROMPT1, PROMPT2]) {
  history.push(new HumanMessage(content));
  await turn(history);
}
console.log('done');
